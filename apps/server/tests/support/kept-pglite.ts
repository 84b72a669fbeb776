import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

declare const WebAssembly: { readonly Module: new (program: Uint8Array) => object }

/**
 * PGlite compiles its program for every store, and again into fast code as it runs, unless another in the same process
 * has done so and still has it. This one has it for as long as the worker lives: a quarter less of the processor.
 */
const kept: { pglite?: object } & typeof globalThis = globalThis
const program = new URL('./pglite.wasm', import.meta.resolve('@electric-sql/pglite'))
kept.pglite ??= new WebAssembly.Module(readFileSync(fileURLToPath(program)))
