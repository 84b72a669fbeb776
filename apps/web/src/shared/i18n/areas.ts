/** Parts of the interface whose texts load together: one file for each in every language. */
export const AREAS = [
  'shell',
  'errors',
  'home',
  'market',
  'chart',
  'listings',
  'history',
  'inventory',
  'production',
  'craft',
  'factory',
  'harvest',
  'watch',
  'portfolio',
  'flips',
  'guide',
] as const
