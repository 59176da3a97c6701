/**
 * Every failure a caller may branch on: HTTP status and the sentence for the person.
 * A handler may replace the sentence by a more exact one; the code is the contract.
 */
export const errors = {
  'request.invalid': [400, 'Some of what was sent is not valid. Check the marked fields and try again.'],
  'request.not_json': [415, 'Send this request as JSON.'],
  'request.not_multipart': [415, 'Send this request as a form with one file.'],
  'request.too_large': [413, 'What was sent is too large.'],
  'request.cross_site': [403, 'Cross-site request refused.'],
  'request.too_many': [429, 'Too many attempts. Wait a moment and try again.'],
  'route.not_found': [404, 'There is nothing at this address.'],
  'session.required': [401, 'Sign in first.'],
  'session.invalid_credentials': [401, 'Invalid credentials'],
  'role.forbidden': [403, 'Only an administrator may do this.'],
  'accounts.username_taken': [409, 'Username already exists'],
  'accounts.wrong_password': [400, 'The current password is not right.'],
  'accounts.setup_link_used': [400, 'This setup link is used up or too old. Start the server again for a new one.'],
  'plan.limit_reached': [403, 'Animal limit reached.'],
  'plan.payment_required': [402, 'This plan has to be paid for first.'],
  'plan.unavailable': [400, 'This plan is not available.'],
  'coupon.invalid': [400, 'This coupon code is not valid'],
  'payments.unavailable': [503, 'Paid plans cannot be bought here yet. You can go on with the Guest plan.'],
  'animals.not_found': [404, 'Animal not found'],
  'breeding.not_found': [404, 'Breeding record not found'],
  'market.not_found': [404, 'This animal is no longer for sale.'],
  'create.conflict': [409, 'This id is already used for something else. Reload and try again.'],
  'record.stale': [409, 'This record was changed elsewhere. Reload and try again.'],
  'files.too_large': [413, 'Image is too large'],
  'files.unsupported': [415, 'Unsupported image type. Use a JPEG, PNG, GIF or WebP picture.'],
  'files.unreadable': [400, 'This picture is damaged and cannot be read. Take or choose another one.'],
  'files.quota': [403, 'Your farm has no room for more pictures.'],
  'imports.not_found': [404, 'Import not found'],
  'imports.unreadable': [400, 'This file cannot be read as a table. Save it as CSV, TSV or XLSX and try again.'],
  'imports.too_large': [413, 'This file is too large. Split it and import the parts one after another.'],
  'imports.not_ready': [409, 'Answer the open questions about this file first.'],
  'imports.already_done': [409, 'This import is already finished.'],
  'admin.plan_not_found': [404, 'Pricing plan not found'],
  'admin.coupon_not_found': [404, 'Coupon not found'],
  'admin.coupon_taken': [409, 'There is a coupon with this code already. Choose another code.'],
  'admin.user_not_found': [404, 'This account is not there any more.'],
  'admin.own_account': [409, 'You cannot delete your own account'],
  'admin.last_admin': [409, 'At least one admin must remain'],
  'server.failed': [500, 'Something went wrong here. Nothing was changed. Please try again.'],
  'server.busy': [503, 'The server is busy right now. Please try again in a moment.'],
  'server.full': [507, 'The server is out of space. Your change was not saved.'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>;

export type ErrorCode = keyof typeof errors;

/** What any route may answer. */
export const commonErrors = [
  'request.invalid',
  'request.not_json',
  'request.too_large',
  'request.cross_site',
  'request.too_many',
  'server.failed',
  'server.busy',
  'server.full',
] as const satisfies readonly ErrorCode[];
