import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const read = (area: string): unknown =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`en/${area}.json`, import.meta.url)), 'utf8'))

test('friends and trades use the texts of document 2', () => {
  expect(read('social')).toMatchObject({
    remove: { question: 'Are you sure you want to remove this friend?' },
    trade: {
      confirming: 'Confirming...',
      cancelling: 'Canceling...',
      completed: 'Trade completed successfully',
      ok: 'OK',
    },
    notices: {
      accepted: 'Friend request accepted!',
      declined: 'Friend request declined',
      deleted: 'A friend has been removed',
    },
    failed: {
      invite: 'Error sending invitation',
      accept: 'Error accepting invitation',
      decline: 'Error declining invitation',
      remove: 'Error removing friend',
      declineTrade: 'Error decline trade',
      load_friends: 'Error loading friends',
      search: 'Error searching users',
    },
  })
})

test('the channel menu uses the texts of document 2', () => {
  expect(read('chat')).toMatchObject({ select_channels: 'Select channels', channels_other: '{{count}} channels' })
})
