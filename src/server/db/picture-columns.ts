/** Where a picture of a farm is shown: table, column of its address, and column of the farm. */
export const pictureColumns = [
  ['animals', 'image_url', 'farm_id'],
  ['listing_photos', 'url', 'farm_id'],
  ['events', 'photo', 'farm_id'],
  ['products', 'photo', 'farm_id'],
  ['farms', 'logo_url', 'id'],
  ['farms', 'plan_picture', 'id'],
] as const;
