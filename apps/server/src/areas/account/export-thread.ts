import { parentPort } from 'node:worker_threads'
import { strToU8, Zip, ZipDeflate } from 'fflate'
import { BYTE_ORDER_MARK, createCsvRow } from '../../http/csv.ts'
import type { ExportOutput, ExportInput } from './export-messages.ts'

/** Column by which pages are read; not part of the files. */
const KEY = 'export_key'
const LEVEL = 6

/**
 * Compresses an export on a separate thread, one page of rows at a time, so that a long history delays no player. Rows
 * arrive as the JSON that the database made.
 */
const port = parentPort
if (port === null) throw new Error('Runs as a worker thread only')
const row = createCsvRow('en')
let pieces: Uint8Array[] = []
const zip = new Zip((error, bytes) => {
  if (error) throw error
  pieces.push(bytes)
})
let file: ZipDeflate | undefined
let rowsWritten = 0
let columns: readonly string[] | undefined

port.on('message', (input: ExportInput) => {
  if (input.kind === 'file') begin(input)
  else if (input.kind === 'page') write(input)
  else zip.end()
  const chunk = Buffer.concat(pieces)
  pieces = []
  const output: ExportOutput = { chunk }
  port.postMessage(output)
})

function begin({ name, text }: Extract<ExportInput, { kind: 'file' }>): void {
  file = new ZipDeflate(name, { level: LEVEL })
  zip.add(file)
  rowsWritten = 0
  columns = undefined
  if (text !== undefined) file.push(strToU8(text), true)
}

function write({ json, format, isLast }: Extract<ExportInput, { kind: 'page' }>): void {
  const rows = (JSON.parse(json) as Record<string, unknown>[]).map((each) =>
    Object.fromEntries(Object.entries(each).filter(([name]) => name !== KEY)),
  )
  file?.push(strToU8(format === 'json' ? toJson(rows, isLast) : toCsv(rows)), isLast)
  rowsWritten += rows.length
}

function toJson(rows: readonly object[], isLast: boolean): string {
  const lines = rows.map((each, index) => `${rowsWritten + index === 0 ? '[\n' : ',\n'}${JSON.stringify(each)}`)
  const isEmpty = rowsWritten + rows.length === 0
  return `${lines.join('')}${isLast ? (isEmpty ? '[]\n' : '\n]\n') : ''}`
}

function toCsv(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const [first] = rows
  if (first === undefined) return ''
  const isFirst = columns === undefined
  const names = (columns ??= Object.keys(first))
  const lines = rows.map((each) => row(names.map((name) => toCell(each[name]))))
  return `${isFirst ? `${BYTE_ORDER_MARK}${row(names)}` : ''}${lines.join('')}`
}

function toCell(value: unknown): string | number {
  if (value === null || value === undefined) return ''
  return typeof value === 'number' || typeof value === 'string' ? value : JSON.stringify(value)
}
