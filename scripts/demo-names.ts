import type { Species } from '../src/domain/records/animals.ts';

export const breeds: Readonly<Record<Species, readonly string[]>> = { goat: ['Boer', 'Kiko'], sheep: ['Katahdin', 'Dorper'] };

export const does = [
  'Clover',
  'Juniper',
  'Hazel',
  'Maple',
  'Poppy',
  'Willow',
  'Sage',
  'Fern',
  'Dahlia',
  'Olive',
  'Rosie',
  'Wren',
  'Ginger',
  'Pippa',
  'Marigold',
  'Tansy',
];
export const bucks = ['Atlas', 'Bruno', 'Cedar', 'Duke', 'Flint', 'Gus', 'Hank', 'Jasper', 'Moose', 'Otis', 'Ranger', 'Waylon'];
export const ewes = [
  'Blossom',
  'Daisy',
  'Edith',
  'Flora',
  'Greta',
  'Heather',
  'Ivy',
  'Lark',
  'Mabel',
  'Nettie',
  'Opal',
  'Pearl',
  'Ruth',
  'Thistle',
  'Una',
  'Violet',
];
export const rams = ['Angus', 'Boaz', 'Clyde', 'Ewan', 'Fergus', 'Hugo', 'Magnus', 'Ned', 'Rowan', 'Rufus', 'Samson', 'Tucker'];
