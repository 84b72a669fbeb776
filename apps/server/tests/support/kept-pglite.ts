import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

declare const WebAssembly: { readonly Module: new (program: Uint8Array) => object }

/**
 * PGlite compiles its program for every store, and again into optimised code as it runs, unless a live instance in the
 * same process has done so. This instance lives as long as the worker, which saves a quarter of the processor time.
 */
const kept: { pglite?: object } & typeof globalThis = globalThis
const program = new URL('./pglite.wasm', import.meta.resolve('@electric-sql/pglite'))
kept.pglite ??= new WebAssembly.Module(readFileSync(fileURLToPath(program)))
