import type { Land } from '../art/scene.ts'

/** What the places of an area look like. */
export const HARVEST_LANDS: readonly Land[] = ['hills', 'pines', 'peaks', 'waves']
export const FARM_LANDS: readonly Land[] = ['fields', 'hills', 'waves']
export const HALL_LANDS: readonly Land[] = ['peaks', 'hills']
