import type { Catalogue } from '../../core/catalogue.ts'
import type { CommandBase } from '../../core/command.ts'
import type { Brand, ItemId, RecipeId } from '../../core/numbers.ts'

declare module '../../core/catalogue.ts' {
  interface Catalogue {
    /** Which content this is of those that a world has had; a world that only ever has one needs none. */
    readonly contents?: Contents
  }
}
declare module '../../core/command.ts' {
  interface Commands {
    readonly load_content: LoadContent
  }
}
declare module '../../core/event.ts' {
  interface Events {
    readonly content_loaded: ContentLoaded
  }
}
declare module '../../core/rejection.ts' {
  interface Rejections {
    readonly content_not_found: { readonly code: 'content_not_found' }
    /** Another content was loaded since the caller looked. */
    readonly content_changed: { readonly code: 'content_changed' }
    /** Items that the content takes away and somebody has, offers, or is about to get. */
    readonly content_in_use: { readonly code: 'content_in_use'; readonly itemIds: readonly ItemId[] }
    /** What cannot be exchanged while the server runs. */
    readonly content_needs_restart: { readonly code: 'content_needs_restart' }
  }
}
declare module '../../core/world.ts' {
  interface WorldParts {
    /** Contents that were read to be loaded, each for one attempt; undefined for one that is not there. */
    readonly contentLoads: Map<ContentLoadId, ContentLoad | undefined>
  }
  interface EntityIds {
    readonly content_load: ContentLoadId
  }
}

/** One attempt to load a content: its digest and what tells the attempt from others. */
export type ContentLoadId = Brand<string, 'ContentLoadId'>

export const asContentLoadId = (value: string): ContentLoadId => value as ContentLoadId

/** The first content of a world. */
export const FIRST_VERSION = 1

/** What work ends by that was begun under it. */
export type WorkContent = Pick<Catalogue, 'items' | 'craftRecipes' | 'factoryRecipes' | 'harvestRecipes'>

export interface Contents {
  /** Contents are numbered in the order they were loaded, from 1 on. */
  readonly version: number
  /** Those before it by which work is still under way. */
  readonly past: ReadonlyMap<number, WorkContent>
}

/** Work by a recipe that is under way, under the content it was begun under. */
export interface RecipeInUse {
  readonly kind: 'craft' | 'factory' | 'harvest'
  readonly recipeId: RecipeId
  readonly version: number
}

/** A content that was read for an attempt to load it, and what was under way then. */
export interface ContentLoad {
  readonly catalogue: Catalogue
  readonly inUse: readonly RecipeInUse[]
}

/** Exchanges the content that the game runs on. Nobody's command: its user is the world. */
export interface LoadContent extends CommandBase<'load_content'> {
  readonly loadId: ContentLoadId
  /** SHA-256 of all that the content says. */
  readonly digest: string
  /** What the caller compared it with: with another version loaded meanwhile nothing happens. */
  readonly seenVersion: number
  /** Whether a start brought it, which takes what it finds: an operator at the console is told what is in the way. */
  readonly isStart: boolean
  /** Where the server's own content lies; a start with another place brings that place's. */
  readonly ownFolder: string
}

export interface ContentLoaded {
  readonly type: 'content_loaded'
  readonly version: number
  readonly digest: string
  readonly isStart: boolean
  readonly ownFolder: string
  readonly atMs: number
  readonly catalogue: Catalogue
}

/** The number of the content that a catalogue is. */
export function versionOf({ contents }: Catalogue): number {
  return contents?.version ?? FIRST_VERSION
}

/**
 * The content that work ends by: the one it was begun under, so that nobody gets by new odds what was paid for by old
 * ones. Without it, work ends by the present one.
 */
export function contentOf(catalogue: Catalogue, version: number): WorkContent {
  return version === versionOf(catalogue) ? catalogue : (catalogue.contents?.past.get(version) ?? catalogue)
}
