import { act, render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { InspectionEvent } from 'xstate';
import { useToast } from '../../../src/app/context.ts';
import { useCsvExport } from '../../../src/shared/lists/useCsvExport.ts';
import { useVisitLayout } from '../../../src/shared/lists/useVisitLayout.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';

test('the success reporter stays the same function, so that its context never changes', async () => {
  const app = await createStage();
  const received = new Set<unknown>();
  function Screen() {
    received.add(useToast());
    return null;
  }
  const { rerender } = render(
    <Stage app={app}>
      <Screen />
    </Stage>,
  );
  rerender(
    <Stage app={app}>
      <Screen />
    </Stage>,
  );
  expect(received.size).toBe(1);
});

test('the inspector sees every machine of a screen, including the CSV export and a column layout', async () => {
  const onInspection = vi.fn<(event: InspectionEvent) => void>();
  const app = await createStage({ inspect: onInspection });
  function Screen() {
    const { onExport } = useCsvExport({ readAll: async () => [], write: () => {} });
    useVisitLayout(['name']);
    return (
      <button type="button" onClick={onExport}>
        Export
      </button>
    );
  }
  const { getByRole } = render(
    <Stage app={app}>
      <Screen />
    </Stage>,
  );
  await act(async () => getByRole('button').click());
  const ids = onInspection.mock.calls.map(([{ actorRef }]) => String(Reflect.get(Reflect.get(actorRef, 'logic') ?? {}, 'id')));
  expect(ids).toEqual(expect.arrayContaining(['csvExport', 'columnLayout']));
});
