import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Commission } from '../../../contract/entities/commission.ts';
import { limits } from '../../../contract/limits.ts';
import { createCachedServices } from '../../../src/app/cachedServices.ts';
import type { App } from '../../../src/app/compose.ts';
import CommissionsScreen from '../../../src/screens/commissions/index.tsx';
import type { Http } from '../../../src/services/http.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';
import { record, summary } from './figuresCases.ts';

const rows = ['1', '2', '3'].map((id): Commission => ({ ...record, id, invoice_id: id, invoice_number: `INV-${id}` }));
const explanation = {
  status: 'not_due',
  sentence: 'Nothing came in yet.',
  formula: [],
  rows: [],
  blocks: [],
  amounts: { commission: 300, adjustments: 0, total: 300, released: 0, paid: 0, due: 0 },
};
const FIGURE = /^Why is Total commission/;
const requests: string[] = [];
const answers = (path: string): unknown => {
  if (path.endsWith('/explain')) return explanation;
  if (path.endsWith('/changes')) return { since: null, from: 0, to: 0, steps: [] };
  if (path === '/api/v1/commissions') return { data: rows, summary, pagination: { cursor: null, limit: 25, total: 3 } };
  return { data: [], pagination: { cursor: null, limit: 25 } };
};
const whys = () => requests.filter((path) => path.endsWith('/explain') || path.endsWith('/changes'));
/** Waits until a hovered row may be preloaded; the load itself runs in real time. */
const restPointer = async (): Promise<void> => {
  await act(() => vi.advanceTimersByTimeAsync(limits.intentMs));
  vi.useRealTimers();
};
/** Opens the page with its rows; from then on only `rest` and the fake timers advance time. */
const open = async (features: readonly string[]): Promise<void> => {
  const send = (async (path: string) => {
    requests.push(path);
    return answers(path);
  }) as Http;
  const { http, getService } = createCachedServices(send);
  const app: App = { ...(await createStage({ features })), http, getService };
  await act(async () => {
    render(
      <Stage app={app}>
        <CommissionsScreen />
      </Stage>,
    );
  });
  await screen.findByRole('link', { name: /INV-2/ });
  if (features.includes('explain')) await screen.findByRole('button', { name: FIGURE });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
};
const rowLink = () => screen.getByRole('link', { name: /INV-2/ });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const enterElement = (element: Element) => act(async () => void element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true })));

beforeEach(() => {
  requests.length = 0;
  window.history.replaceState(null, '', '/commissions?period=month&start=2026-11-01&end=2026-11-30');
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

describe('decisions 2.04: Why is loaded before it opens', { timeout: 30_000 }, () => {
  it('a row under a resting pointer is explained once, and opens without another request', async () => {
    await open(['explain']);
    const row = rowLink().closest('td') as Element;
    await enterElement(row);
    await restPointer();
    expect(whys()).toEqual(['/api/v1/commissions/2/explain']);
    await act(async () => void fireEvent.click(rowLink()));
    expect((await screen.findByText('Nothing came in yet.')).textContent).toBeTruthy();
    expect(whys()).toEqual(['/api/v1/commissions/2/explain']);
  });

  it('rows that the pointer crosses request nothing', async () => {
    await open(['explain']);
    const crossed = ['1', '2', '3', '2'].map((id) => screen.getByRole('link', { name: new RegExp(`INV-${id}`) }).closest('td') as Element);
    const last = rowLink();
    for (const element of crossed) {
      await enterElement(element);
      await act(() => vi.advanceTimersByTimeAsync(limits.intentMs - 1));
    }
    await act(async () => void fireEvent.pointerOut(last));
    await restPointer();
    expect(whys()).toEqual([]);
  });

  it('a summary figure loads its reason, and shows it without another request', async () => {
    await open(['explain']);
    const figure = button(FIGURE);
    await act(async () => void fireEvent.focusIn(figure));
    await restPointer();
    await vi.waitFor(() => expect(whys()).toEqual(['/api/v1/commissions/changes']));
    await act(async () => void fireEvent.click(figure));
    const dialog = await screen.findByRole('dialog', { name: FIGURE });
    await within(dialog).findByText('Nothing changed.');
    expect(whys()).toEqual(['/api/v1/commissions/changes']);
  });

  it('decisions 1.03: a server without explanations gets no request', async () => {
    await open([]);
    await enterElement(screen.getByRole('link', { name: /INV-1/ }).closest('td') as Element);
    await restPointer();
    expect(whys()).toEqual([]);
  });
});
