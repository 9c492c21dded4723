import { beforeEach, describe, expect, it } from 'vitest';
import { messages } from '../../../contract/messages.ts';
import { expectChangeAt } from '../support/delays.ts';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { body, job, statement } from './cases.ts';
import { ignored, table } from './table.ts';

const runs: Readonly<Record<string, string>> = {
  requesting: 'requestJob',
  checking: 'checkJob',
  retrying: 'retryJob',
  downloading: 'downloadFile',
};

describeMachine(
  {
    ...statement,
    holds: ({ snapshot, rig }) => {
      const actor = runs[String(snapshot.value)];
      expect([...rig.jobs.keys()]).toEqual(actor ? [actor] : []);
      // A file that isn't written yet is never offered.
      expect(snapshot.can({ type: 'file.download' })).toBe(snapshot.matches('completed'));
      if (snapshot.can({ type: 'file.download' })) expect(snapshot.context.job?.status).toBe('completed');
    },
  },
  table,
  ignored,
);

describe('a commission statement', () => {
  const start = () => {
    const rig = createRig(statement.machine, messages.statements);
    rig.actor.start();
    return rig;
  };
  let live: ReturnType<typeof start>;
  const context = () => live.actor.getSnapshot().context;
  const callsOf = (id: string) => live.calls.filter((call) => call.id === id).map(({ input }) => input);
  const request = async () => {
    live.actor.send({ type: 'file.request', body });
    await live.resolve('requestJob', { id: '12', status: 'queued' });
  };
  beforeEach(() => {
    live = start();
  });

  it('decisions 2.13: is requested once and polled exactly every 1,000 ms, until it is written', async () => {
    live.actor.send({ type: 'file.request', body });
    live.actor.send({ type: 'file.request', body });
    await live.resolve('requestJob', { id: '12', status: 'queued' });
    expect(callsOf('requestJob')).toEqual([{ body }]);
    expectChangeAt(live, 1000);
    await live.resolve('checkJob', job('processing'));
    expectChangeAt(live, 1000);
    expect(callsOf('checkJob')).toEqual([{ id: '12' }, { id: '12' }]);
    await live.resolve('checkJob', job('completed'));
    live.clock.increment(60_000);
    expect(callsOf('checkJob')).toHaveLength(2);
    live.actor.send({ type: 'file.download' });
    expect(callsOf('downloadFile')).toEqual([{ job: job('completed') }]);
  });

  it('decisions 2.13: says why it failed and is retried as the same job', async () => {
    await request();
    expectChangeAt(live, 1000);
    await live.resolve('checkJob', job('failed'));
    expect(context().error).toBe('The plan of this period is not complete.');
    live.actor.send({ type: 'file.retry' });
    expect(callsOf('retryJob')).toEqual([{ id: '12' }]);
    await live.resolve('retryJob', { id: '12', status: 'queued' });
    expect(live.actor.getSnapshot().value).toBe('waiting');
    expect(callsOf('requestJob')).toHaveLength(1);
  });

  it('reports a failure without a reason', async () => {
    await request();
    expectChangeAt(live, 1000);
    await live.resolve('checkJob', { ...job('failed'), error: null });
    expect(context().error).toBe('The statement could not be written.');
  });

  it('after a failed check, a retry checks again and requests nothing twice', async () => {
    await request();
    expectChangeAt(live, 1000);
    await live.reject('checkJob', new TypeError('fetch failed'));
    expect(context().error).toBe('The status could not be checked. The statement is still being written; check again in a moment.');
    live.actor.send({ type: 'file.retry' });
    expect(callsOf('checkJob')).toHaveLength(2);
    expect(callsOf('requestJob')).toHaveLength(1);
    expect(context().error).toBeNull();
  });

  it('an earlier one opens in its state: its file, its failure, or the wait for it', async () => {
    const open = (status: 'completed' | 'failed' | 'processing') => {
      live = start();
      live.actor.send({ type: 'file.open', job: job(status) });
      return live.actor.getSnapshot().value;
    };
    expect(['completed', 'failed', 'processing'].map((status) => open(status as 'completed'))).toEqual([
      'downloading',
      'failed',
      'waiting',
    ]);
    expectChangeAt(live, 1000);
    expect(callsOf('checkJob')).toEqual([{ id: '12' }]);
    expect(callsOf('requestJob')).toEqual([]);
  });

  it('opening an earlier one while another is ready or failed downloads its file at once', async () => {
    live.actor.send({ type: 'file.open', job: job('failed') });
    live.actor.send({ type: 'file.open', job: { ...job('completed'), id: '11' } });
    expect(callsOf('downloadFile')).toEqual([{ job: { ...job('completed'), id: '11' } }]);
    expect(context().error).toBeNull();
    await live.resolve('downloadFile');
    live.actor.send({ type: 'file.open', job: job('completed') });
    expect(callsOf('downloadFile')).toHaveLength(2);
  });

  it('a refused request can be corrected', async () => {
    live.actor.send({ type: 'file.request', body });
    await live.reject('requestJob', { status: 403, data: { message: 'You may ask for your own statement only.' } });
    expect(context().error).toBe('You may ask for your own statement only.');
    live.actor.send({ type: 'file.request', body });
    await live.reject('requestJob', new TypeError('fetch failed'));
    expect(context().error).toBe('The statement could not be requested.');
  });

  it('a failed download keeps the file and can be retried', async () => {
    await request();
    expectChangeAt(live, 1000);
    await live.resolve('checkJob', job('completed'));
    live.actor.send({ type: 'file.download' });
    await live.reject('downloadFile', new TypeError('fetch failed'));
    expect(context().error).toBe('The file could not be downloaded. It is kept; try again.');
    expect(live.actor.getSnapshot().can({ type: 'file.download' })).toBe(true);
  });
});
