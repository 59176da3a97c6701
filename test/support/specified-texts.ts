/**
 * Every text that the specification puts on the screen, by its sections; `{…}` stands for a variable part. The journey in
 * test/journeys/specified.test.ts produces each of them in a browser.
 */
// prettier-ignore
export const specifiedTexts: Readonly<Record<string, readonly string[]>> = {
  'sidebar (2)': [
    'Farm Management', 'Main', 'Marketplace', 'Account', 'Administration', 'Dashboard', 'Animals', 'Health Records',
    'Breeding Management', 'Animal Sells', 'For Sale', 'Profile', 'Settings', 'Admin Dashboard', 'Logout',
  ],
  'sign-in (2)': [
    'Manage your farm inventory with ease', 'Login', 'Logging in...', 'Reset Password', 'Sending...', 'Register',
    'Create Account', 'Creating account...',
  ],
  'plans (2)': [
    'Choose Your Plan', 'Monthly', 'Yearly', 'Save 20%', 'Most Popular', '30-day free trial', 'Guest',
    'Perfect for small operations', 'Free forever', 'Up to 10 animals', 'Basic health tracking', 'Basic breeding records',
    'Basic', 'Great for growing farms', 'Up to 50 animals', 'Advanced health monitoring', 'Breeding management',
    'Sales tracking', 'Basic reports', 'Premium', 'For larger operations', 'Up to 200 animals', 'Priority support',
    'Advanced analytics', 'Image uploads', 'Export data', 'All Basic features', 'Enterprise', 'For commercial farms',
    'Unlimited animals', 'Multi-user access', 'Custom integrations', 'Dedicated support', 'All Premium features', 'Apply',
    'Remove',
  ],
  'dashboard (2)': [
    'Welcome to your livestock management system', 'Add Animal', 'Total Animals', 'Healthy', 'Males', 'from last month',
    'Breeding Males', 'Health Concerns', 'No animals yet', 'Add Your First Animal', 'Upgrade Plan',
  ],
  'animals (2)': [
    'Manage your livestock inventory', 'Search by tag number, name, or breed...', 'All Species', 'Goat', 'Sheep', 'All Health',
    '1 - Poor', '2 - Fair', '3 - Good', '4 - Very Good', '5 - Excellent', 'All Animals', 'Active', 'Sold', 'Died',
    'No animals found', 'Loading animals...', 'Edit', 'Health',
  ],
  'health (2)': ['Add Health Record', 'Recent Health Records', '{n}/255', 'No health records yet. Create one above!'],
  'breeding (2)': [
    'Record Breeding Event', 'Recent Breeding Records', 'All Years', 'No breeding records yet. Create one above!',
    'No breeding records found for {year}.',
  ],
  'sells (2)': [
    'Manage sales information for multiple animals', 'Tag Number', 'Name', 'Sex', 'Birth Date', 'Price', 'Description',
    'Save Changes ({n})', 'No active animals found. Add animals first to manage sales.',
  ],
  'marketplace (2)': [
    'For Sale Marketplace', 'Browse livestock available for purchase from other farms', 'Search by name, breed, or farm...',
    'No animals for sale found', '🐑', 'View Pedigree', 'Unknown Farm',
  ],
  'reports (2)': [
    'Reports & Analytics', 'Export', 'Goats', 'No animal data available', 'No health data available',
    'No breeding records available',
  ],
  'profile, settings and the rest (2)': [
    'Save Changes', 'Privacy & Security', 'Change Password', 'Pricing Plans', 'Coupon Codes', 'Users', '404 Page Not Found',
  ],
  'states (4)': [
    'Poor', 'Fair', 'Good', 'Very Good', 'Excellent', 'Pending', 'Successful', 'Unsuccessful', 'Logged out', 'Welcome!',
    "You're using the free Guest plan", 'Plan activated!', 'Saving...', 'Changing...', 'Adding...', 'Deleting...',
    'Uploading...',
  ],
  'validation (5)': [
    'Username must be at least 3 characters', 'Password must be at least 6 characters', 'Invalid email address',
    "Passwords don't match", 'Please enter a valid username', 'Enter a coupon code', 'Please enter a coupon code to validate',
    'Please fill in all fields', 'New passwords do not match', 'Password must be at least 6 characters long',
    'Please enter valid coupon details',
  ],
  'failures (8)': [
    'Error', 'Failed to log out. Please try again.', 'Login failed', 'Invalid credentials', 'Registration failed',
    'Could not create account', 'Something went wrong. Please try again.', 'Reset Failed', 'Could not reset password',
    'Invalid coupon', 'This coupon code is not valid', 'Could not validate coupon code', 'Could not create checkout session',
    'Failed to add animal', 'Image upload failed', 'Upload failed: {status}', 'Failed to delete animal',
    'Failed to update animals', 'Failed to create health record', 'Failed to create breeding record',
    'Failed to update breeding record', 'Failed to delete breeding record', 'Failed to upload logo', 'Failed to update profile',
    'Failed to change password', 'Failed to delete user account', 'Animal limit reached', 'Approaching animal limit',
    'You have {n} of {max} active animals on {plan label}',
  ],
  'successes (8)': [
    'Password Reset', 'Your password has been emailed to you.', 'Welcome back!', "You've successfully logged in.",
    'Account created!', 'Your account has been successfully created.', 'Coupon applied!',
    '{percent}% discount will be applied to your plan', 'Animal added successfully', 'Animal updated successfully',
    'Image uploaded successfully', 'Animal deleted successfully', 'Animals updated successfully',
    'Health record created successfully', 'Breeding record created successfully', 'Breeding record updated successfully',
    'Breeding record deleted successfully', 'Logo uploaded successfully', 'Profile Updated', 'Password Changed',
    'Pricing plan updated', 'Coupon created', 'Coupon updated', 'Coupon deleted', 'Password reset email sent',
    'User role updated', 'User account deleted',
  ],
  'confirmations (8)': [
    'Are you sure you want to delete this animal? This action cannot be undone and will also delete all associated health and breeding records.',
    'This action cannot be undone. This will permanently delete the breeding record.',
  ],
};

/** Shown when the farm has records of a month ago, which a new farm has not. */
export const unseenText = 'from last month';
