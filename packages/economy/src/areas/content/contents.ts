import type { Catalogue } from '../../core/catalogue.ts'
import type { CommandBase } from '../../core/command.ts'
import type { Brand, ItemId, RecipeId } from '../../core/numbers.ts'

declare module '../../core/catalogue.ts' {
  interface Catalogue {
    /** The content's version and its predecessors still in use; absent in a world with only one content. */
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
    /** Another content was loaded after the caller's check. */
    readonly content_changed: { readonly code: 'content_changed' }
    /** Items that the new content lacks although players have them, offer them or may still receive them. */
    readonly content_in_use: { readonly code: 'content_in_use'; readonly itemIds: readonly ItemId[] }
    /** The new content changes terms that need a restart. */
    readonly content_needs_restart: { readonly code: 'content_needs_restart' }
  }
}
declare module '../../core/world.ts' {
  interface WorldParts {
    /** Contents read for pending load attempts; undefined if the pack was not found. */
    readonly contentLoads: Map<ContentLoadId, ContentLoad | undefined>
  }
  interface EntityIds {
    readonly content_load: ContentLoadId
  }
}

/** One attempt to load a content: `<pack digest>/<attempt>`. */
export type ContentLoadId = Brand<string, 'ContentLoadId'>

export const asContentLoadId = (value: string): ContentLoadId => value as ContentLoadId

/** The first content of a world. */
export const FIRST_VERSION = 1

/** The part of a content that work in progress needs to end. */
export type WorkContent = Pick<Catalogue, 'items' | 'craftRecipes' | 'factoryRecipes' | 'harvestRecipes'>

export interface Contents {
  /** Contents are numbered from 1 in the order they were loaded. */
  readonly version: number
  /** Earlier contents that work in progress still refers to. */
  readonly past: ReadonlyMap<number, WorkContent>
}

/** A recipe that work in progress uses, with the content it was started under. */
export interface RecipeInUse {
  readonly kind: 'craft' | 'factory' | 'harvest'
  readonly recipeId: RecipeId
  readonly version: number
}

/** A content read for a load attempt, and the work in progress at that time. */
export interface ContentLoad {
  readonly catalogue: Catalogue
  readonly inUse: readonly RecipeInUse[]
}

/** Replaces the content that the game runs on. Its user is the world. */
export interface LoadContent extends CommandBase<'load_content'> {
  readonly loadId: ContentLoadId
  /** SHA-256 of the content. */
  readonly digest: string
  /** The version the caller compared it with; rejected if another is loaded by now. */
  readonly seenVersion: number
  /** Whether a server start loads it. A start accepts removed items that would be rejected from the console. */
  readonly isStart: boolean
  /** The server's CONTENT_DIR; a start with another folder loads that folder's content. */
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

/** The version of a catalogue's content. */
export function versionOf({ contents }: Catalogue): number {
  return contents?.version ?? FIRST_VERSION
}

/**
 * The content that work was started under, so that odds do not change after the player has paid. Falls back to the
 * current one.
 */
export function contentOf(catalogue: Catalogue, version: number): WorkContent {
  return version === versionOf(catalogue) ? catalogue : (catalogue.contents?.past.get(version) ?? catalogue)
}
