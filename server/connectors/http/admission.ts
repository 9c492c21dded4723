import { type CircuitEvent, circuitLifecycle } from '../../../contract/lifecycles/circuit.ts';
import { step } from '../../../contract/lifecycles/step.ts';
import type { CallRule, CircuitRow } from '../../db/repositories/connections/calls.ts';
import type { Store } from '../../db/repositories/store.ts';
import { type Clock, MINUTE, plusMs } from '../../domain/shared/clock.ts';

type Deps = Readonly<{ store: Pick<Store, 'transaction' | 'calls'>; clock: Clock }>;
/** `refusedMs`: the circuit stays open this long; `waitMs`: the next call is allowed after this long. */
export type Admission = 'go' | Readonly<{ refusedMs: number }> | Readonly<{ waitMs: number }>;

/** How long an open circuit waits before a trial call, and when an unfinished trial is given up. */
const CIRCUIT_OPEN_MS = MINUTE;

const nextState = (state: CircuitRow['state'], type: CircuitEvent['type'], failures: number): CircuitRow['state'] | null =>
  step(circuitLifecycle, state, { type }, { failures }) as CircuitRow['state'] | null;
const msUntil = (isoTime: string | null, now: Date): number => (isoTime === null ? 0 : Date.parse(isoTime) - now.getTime());

class CallRefused extends Error {
  readonly ms: number;
  constructor(ms: number) {
    super('no call is left');
    this.ms = ms;
  }
}

/** Admits a call if the circuit is closed and every rule has a call left; otherwise it uses up none. */
export const admit = async ({ store, clock }: Deps, connectionId: number, rules: readonly CallRule[]): Promise<Admission> => {
  const now = clock();
  const circuit = await store.calls.circuit(connectionId);
  const pausedMs = msUntil(circuit?.paused_until ?? null, now);
  if (pausedMs > 0) return { waitMs: pausedMs };
  if (circuit && circuit.state !== 'closed') {
    const refusedMs = await store.transaction(async ({ calls }) => {
      const { state, until: untilTime, failures } = await calls.lockCircuit(connectionId);
      if (state === 'closed') return 0;
      const waitMs = msUntil(untilTime, now);
      const next = nextState(state, 'try', failures);
      if (waitMs > 0 || next === null) return Math.max(1, waitMs);
      await calls.keepCircuit(connectionId, { state: next, until: plusMs(now, CIRCUIT_OPEN_MS).toISOString() });
      return 0;
    });
    if (refusedMs > 0) return { refusedMs };
  }
  const recording = store.transaction(async ({ calls }) => {
    for (const rule of rules) {
      const ms = await calls.take(connectionId, rule);
      if (ms > 0) throw new CallRefused(ms);
    }
    return 'go' as const;
  });
  return recording.catch((error: unknown) => {
    if (error instanceof CallRefused) return { waitMs: error.ms };
    throw error;
  });
};

/** Records the outcome of a call; only failures of the system itself count. */
export const settleCircuit = ({ store, clock }: Deps, connectionId: number, type: 'succeed' | 'fail'): Promise<void> =>
  store.transaction(async ({ calls }) => {
    if (type === 'succeed') {
      const circuit = await calls.circuit(connectionId);
      // Usually nothing has changed, so nothing is written.
      if (!circuit || (circuit.state === 'closed' && circuit.failures === 0)) return;
    }
    const { state, failures } = await calls.lockCircuit(connectionId);
    const now = type === 'fail' ? failures + 1 : 0;
    const next = nextState(state, type, now) ?? state;
    await calls.keepCircuit(connectionId, {
      state: next,
      failures: now,
      until: next === 'open' ? plusMs(clock(), CIRCUIT_OPEN_MS).toISOString() : null,
    });
  });

/** Pauses all calls of a connection at the system's request. */
export const pauseCalls = ({ store, clock }: Deps, connectionId: number, seconds: number): Promise<void> =>
  store.transaction(async ({ calls }) => {
    const { paused_until } = await calls.lockCircuit(connectionId);
    const untilTime = plusMs(clock(), seconds * 1000);
    if (paused_until === null || Date.parse(paused_until) < untilTime.getTime())
      await calls.keepCircuit(connectionId, { paused_until: untilTime.toISOString() });
  });
