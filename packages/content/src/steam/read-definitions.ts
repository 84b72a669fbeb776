import type { Node } from 'jsonc-parser'
import { isDeepStrictEqual } from 'node:util'
import { createPlaces, type JsonTree, parseLenientJson, type SyntaxFault, valueOf } from '../load/json-text.ts'
import { MAX_ITEM_ID, NOTHING_BUNDLE_ID } from '../limits.ts'
import type { ContentProblem } from '../problem.ts'
import { definitionId } from './convert-definition.ts'
import { type Definition, isDefinition, readText } from './values.ts'

/** A definition file or a downloaded archive. */
export interface SourceFile {
  /** File name used in problems. */
  readonly name: string
  readonly text: string
}

export interface SourcedDefinition {
  readonly file: string
  readonly id: number
  readonly definition: Definition
}

export interface ReadDefinitions {
  /** In file order, without duplicate ids. */
  readonly definitions: readonly SourcedDefinition[]
  readonly appId: string | undefined
  readonly problems: readonly ContentProblem[]
  /** Entries that a pack cannot express. */
  readonly leftOut: readonly ContentProblem[]
  readonly notes: readonly ContentProblem[]
  /** Whether a file has syntax errors, so that references to unreadable entries cannot be checked. */
  readonly hasFaults: boolean
}

/** Reads definitions from one or more files; unreadable parts are reported and skipped. */
export function readDefinitions(sources: readonly SourceFile[]): ReadDefinitions {
  const definitions = new Map<number, SourcedDefinition>()
  const problems: ContentProblem[] = []
  const leftOut: ContentProblem[] = []
  const notes: ContentProblem[] = []
  let appId: string | undefined
  let hasFaults = false

  for (const { name: file, text } of sources) {
    const place = (entry: string | null, field: string, message: string) => ({ file, entry, field, message })
    const tree = parseLenientJson(text)
    const lineOf = createPlaces(text)
    const { list, fileAppId } = findList(tree)
    const entries = list?.children ?? []
    hasFaults ||= tree.faults.length > 0
    const broken = new Map<Node, string>()
    const reported = new Set<string>()
    for (const fault of tree.faults) {
      const node = entries.find((entry) => contains(entry, fault))
      const entry = node === undefined ? null : nameOf(node, entries.indexOf(node))
      // After an error the parser also reports the rest of the line.
      const key = `${entry ?? fault.offset}/${fault.line}`
      if (reported.has(key)) continue
      reported.add(key)
      if (node !== undefined && entry !== null) broken.set(node, entry)
      problems.push(place(entry, '', `Line ${fault.line}, column ${fault.column}: ${fault.message}`))
    }
    if (list === undefined) {
      problems.push(place(null, 'items', 'The file must be a list of item definitions or an object with "items".'))
      continue
    }
    if (entries.length === 0) problems.push(place(null, 'items', 'The file holds no item definitions.'))
    if (appId !== undefined && fileAppId !== undefined && fileAppId !== appId) {
      notes.push(place(null, 'appid', `The file belongs to app ${fileAppId}; the pack is named after app ${appId}.`))
    }
    appId ??= fileAppId

    for (const [index, node] of entries.entries()) {
      if (broken.has(node)) continue
      const definition = valueOf(node)
      const id = isDefinition(definition) ? definitionId(definition) : undefined
      const entry = id === undefined ? `item #${index + 1} in line ${lineOf(node.offset).line}` : `item ${id}`
      const earlier = id === undefined ? undefined : definitions.get(id)
      if (!isDefinition(definition)) problems.push(place(entry, '', 'An item definition must be an object.'))
      else if (id === 0) leftOut.push(place(entry, 'itemdefid', 'Entry 0 describes no item.'))
      else if (id === undefined || id < 1 || id > MAX_ITEM_ID) {
        const given = JSON.stringify(definition['itemdefid']) ?? 'nothing'
        problems.push(place(entry, 'itemdefid', `${given} is not an id in 1 … ${MAX_ITEM_ID}.`))
      } else if (readText(definition['type'])?.toLowerCase() === 'delete') {
        leftOut.push(place(entry, 'type', 'It is deleted on the platform.'))
      } else if (earlier !== undefined && isDeepStrictEqual(earlier.definition, definition)) {
        notes.push(place(entry, 'itemdefid', `The same entry is already in ${earlier.file}.`))
      } else if (earlier !== undefined) {
        problems.push(place(entry, 'itemdefid', `The id is already used in ${earlier.file}.`))
      } else if (id === NOTHING_BUNDLE_ID && !isNothing(definition)) {
        const message = 'In a pack, 40 means "nothing": the item is left out, and references to it grant nothing.'
        leftOut.push(place(entry, 'itemdefid', message))
      } else {
        definitions.set(id, { file, id, definition })
        for (const property of repeatedProperties(node)) {
          notes.push(place(entry, property, 'It is given more than once; the last one is used.'))
        }
      }
    }
  }
  return { definitions: [...definitions.values()], appId, problems, leftOut, notes, hasFaults }
}

/** Finds the list of definitions: the whole file of an archive, `items` of a definition file. */
function findList({ root }: JsonTree): { list: Node | undefined; fileAppId: string | undefined } {
  const member = (key: string) =>
    root?.type === 'object'
      ? root.children?.find(({ children }) => children?.[0]?.value === key)?.children?.[1]
      : undefined
  const list = root?.type === 'array' ? root : member('items')
  const appId = member('appid')
  return {
    list: list?.type === 'array' ? list : undefined,
    fileAppId: appId === undefined ? undefined : readText(valueOf(appId)),
  }
}

/** Whether an error is inside an entry; a comma missing between two entries affects neither. */
function contains(entry: Node, { offset }: SyntaxFault): boolean {
  // An entry without its closing brace extends to the end of the file.
  const end = entry.length > 0 ? entry.offset + entry.length : Number.POSITIVE_INFINITY
  return offset > entry.offset && offset < end
}

/** Names an entry by its id; if a missing brace merges entries, by all of their ids. */
function nameOf(node: Node, index: number): string {
  const ids = (node.children ?? [])
    .filter(({ children }) => children?.[0]?.value === 'itemdefid')
    .flatMap(({ children }) => readText(children?.[1]?.value) ?? [])
  return ids.length === 0 ? `item #${index + 1}` : `item ${ids.join(', item ')}`
}

function isNothing(definition: Definition): boolean {
  return readText(definition['type'])?.toLowerCase() === 'bundle' && readText(definition['bundle']) === undefined
}

function repeatedProperties(node: Node): string[] {
  const keys = (node.children ?? []).map(({ children }) => String(children?.[0]?.value))
  return [...new Set(keys.filter((key, index) => keys.indexOf(key) !== index))]
}
