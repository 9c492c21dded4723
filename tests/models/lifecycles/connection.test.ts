import { describe, expect, it } from 'vitest';
import { connectionLifecycle } from '../../../contract/lifecycles/connection.ts';
import { step } from '../../../contract/lifecycles/step.ts';
import { describeMachine } from '../support/walk.ts';

/** Spec 4.08, decisions 7.04. */
describeMachine(
  {
    machine: connectionLifecycle,
    inputs: [{}],
    cases: { connect: [{}], succeed: [{}], fail: [{}], expire: [{}], delete: [{}], adopt: [{}] },
    project: () => [],
  },
  `
connection.pending --connect[0]--> connection.connected
connection.pending --delete[0]--> connection.gone
connection.connected --connect[0]--> connection.connected
connection.connected --succeed[0]--> connection.connected
connection.connected --fail[0]--> connection.error
connection.connected --expire[0]--> connection.expired
connection.connected --delete[0]--> connection.gone
connection.error --connect[0]--> connection.connected
connection.error --succeed[0]--> connection.connected
connection.error --fail[0]--> connection.error
connection.error --expire[0]--> connection.expired
connection.error --delete[0]--> connection.gone
connection.expired --connect[0]--> connection.connected
connection.expired --fail[0]--> connection.expired
connection.expired --expire[0]--> connection.expired
connection.expired --delete[0]--> connection.gone
connection.gone --adopt[0]--> connection.connected
`,
  `
pending: succeed, fail, expire, adopt — nobody has signed in yet
connected: adopt — it is not gone
error: adopt — it is not gone
expired: succeed, adopt — an answer to a call from before the refusal does not sign in again
gone: connect, succeed, fail, expire, delete — only the same account, connected again, brings it back
`,
);

describe('a connection with a refused sign-in', () => {
  it('decisions 7.04: resumes after another sign-in, without being deleted', () => {
    expect(step(connectionLifecycle, 'expired', { type: 'connect' }, {})).toBe('connected');
    expect(step(connectionLifecycle, 'expired', { type: 'succeed' }, {})).toBeNull();
  });
});
