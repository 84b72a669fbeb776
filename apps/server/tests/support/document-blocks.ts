import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const PROJECT = join(import.meta.dirname, '../../../..')

/** A fenced block of code in a document. */
export interface Block {
  readonly language: string
  readonly text: string
  /** The heading above it, which names it in test titles. */
  readonly heading: string
}

/** The fenced blocks of a document, in order. @param path from the project's folder, such as `docs/integration.md` */
export function readBlocks(path: string): Block[] {
  const blocks: Block[] = []
  let heading = ''
  for (const [, title, language, text] of readFileSync(join(PROJECT, path), 'utf8').matchAll(
    /^#+ (.+)$|^```(\w+)\n([^]*?)^```$/gm,
  )) {
    if (title !== undefined) heading = title
    if (language !== undefined && text !== undefined) blocks.push({ language, text, heading })
  }
  return blocks
}
