import type { Integration } from '../../../contract/entities/connection.ts';
import { integrationsMachine } from '../../../src/machines/connections/integrations.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const integration = (overrides: Partial<Integration> = {}): Integration => ({
  id: '7',
  name: 'Acme Books',
  status: 'active',
  connection_status: 'connected',
  connection_message: null,
  last_sync_at: null,
  last_test_at: null,
  run: null,
  frequency: 'hourly',
  next_sync_at: null,
  brought: {},
  held: 0,
  calls_this_month: 0,
  created_at: '2026-11-02T10:00:00.000Z',
  version: 1,
  settings: {},
  ...overrides,
});
const run = {
  id: '1',
  status: 'processing' as const,
  title: 'Sync',
  counts: { created: 0, changed: 0, same: 0, held: 0, done: 0, total: null },
  error: null,
  created_at: '2026-11-02T10:00:00.000Z',
  started_at: null,
  finished_at: null,
};
const named = { id: '7', name: 'Acme Books' };

export const integrations: MachineCases<typeof integrationsMachine> = {
  machine: integrationsMachine,
  inputs: [{ kind: 'quickbooks' }],
  cases: {
    'action.choose': [
      { action: { ...named, kind: 'sync' } },
      { action: { ...named, kind: 'delete' } },
      { action: { ...named, kind: 'schedule', frequency: 'daily' } },
    ],
    'list.reload': [{}],
    'list.retry': [{}],
    'error.dismiss': [{}],
    'xstate.done.actor.loadList': [{ output: [integration()] }, { output: [integration({ run })] }],
    'xstate.error.actor.loadList': [{ error: { status: 503 } }],
    'xstate.done.actor.askAction': [{ output: true }, { output: false }],
    'xstate.error.actor.askAction': [{ error: new Error('no browser') }],
    'xstate.done.actor.runAction': [{ output: undefined }],
    'xstate.error.actor.runAction': [{ error: { status: 503 } }],
    'xstate.after.runPoll.integrations.idle': [{}],
  },
  project: ({ items, action, error }) => [items.map((one) => one.run !== null), action?.kind ?? null, error],
};
