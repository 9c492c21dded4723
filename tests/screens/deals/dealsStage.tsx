import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import type { Deal, DealLink, DealMove } from '../../../contract/entities/deal.ts';
import type { User } from '../../../contract/entities/user.ts';
import type { App } from '../../../src/app/compose.ts';
import DealsScreen from '../../../src/screens/deals/index.tsx';
import { boardOf, deal, moved } from '../../models/dealsBoard/cases.ts';
import { user as seller } from '../../models/session/cases.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';

type Call = Readonly<{ method: string; path: string; query: Record<string, string>; body: unknown }>;
/** Calls to the server and its responses; `change` returns the response to a change, or throws its refusal. */
export const stub = {
  calls: [] as Call[],
  rows: [] as readonly Deal[],
  links: [] as readonly DealLink[],
  moves: [] as readonly DealMove[] | null,
  change: (_call: Call): unknown => moved,
};
export const hall: DealLink = {
  kind: 'event',
  id: '31',
  label: 'Mesa Library · Robotics',
  day: '2026-11-30',
  amount: null,
  removable: true,
};

/** Each test of a file starts with one deal in the list. */
export const resetDeals = (): void => {
  beforeAll(async () => {
    await import('../../../src/screens/deals/parts/DealPanel.tsx');
    await import('../../../src/screens/deals/parts/DealDialog.tsx');
    await import('../../../src/screens/deals/parts/DealBoard.tsx');
    await import('../../../src/ui/dialog/Dialog.tsx');
    await import('../../../src/ui/menu/MenuList.tsx');
  });
  beforeEach(() => {
    Object.assign(stub, { calls: [], rows: [deal], links: [], moves: [], change: () => moved });
    window.history.replaceState(null, '', '/deals');
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });
};

const answerOf = (call: Call): unknown => {
  const { method, path, query } = call;
  if (method !== 'GET') return stub.change(call);
  if (path === '/api/v1/deals') return { data: stub.rows, pagination: { cursor: null, limit: 25, total: stub.rows.length } };
  if (path === '/api/v1/pipeline') return { data: [{ stage: 'Appointment' }, { stage: 'Contract sent' }] };
  if (path === '/api/v1/deals/board') return boardOf(...stub.rows);
  if (path === '/api/v1/deals/choices') return { data: query.q === 'mesa' ? [{ id: '31', label: hall.label, day: hall.day }] : [] };
  if (path.endsWith('/links')) return { data: stub.links };
  if (path.endsWith('/moves') && stub.moves === null) throw new TypeError('no answer');
  if (path.endsWith('/moves')) return { data: stub.moves };
  return stub.rows.find(({ id }) => path === `/api/v1/deals/${id}`) ?? deal;
};
export const show = async (address = '/deals', { features = ['deals'], user = seller as User } = {}) => {
  window.history.replaceState(null, '', address);
  const app = await createStage({ features, user });
  const http = async (path: string, { method = 'GET', query = {}, body }: Partial<Call> = {}) => {
    const call = { method, path, query, body };
    stub.calls.push(call);
    return answerOf(call);
  };
  await act(async () => {
    render(
      <Stage app={{ ...app, http: http as unknown as App['http'] }}>
        <DealsScreen />
      </Stage>,
    );
  });
};
export const changes = () =>
  stub.calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [`${method} ${path}`, body]);
export const press = async (name: string | RegExp, inside: HTMLElement = document.body) => {
  const button = await within(inside).findByRole('button', { name });
  await act(async () => void fireEvent.click(button));
};
export const panel = () => screen.findByRole('dialog', { name: 'Robotics week · Flagstaff Library' });
