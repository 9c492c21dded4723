import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { useMemo } from 'react';
import { expect } from 'vitest';
import type { AnyEventObject } from 'xstate';
import { messages } from '../../../contract/messages.ts';
import { lensMachine } from '../../../src/machines/lens/lens.machine.ts';
import { LensBanner, LensControl } from '../../../src/shared/lens/LensControl.tsx';
import { useMachineRef } from '../../../src/shared/useMachineRef.ts';
import { formatDate } from '../../../src/ui/display/format.ts';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { first, lens, second, today } from './cases.ts';

const t = messages.lens;
type Input = (typeof lens.inputs)[number];

let send: (event: Parameters<ReturnType<typeof useMachineRef<typeof lensMachine>>['send']>[0]) => void;
function Page({ input }: { input: Input }) {
  const machine = useMemo(() => lensMachine, []);
  const ref = useMachineRef(machine, input);
  send = (event) => ref.send(event);
  return (
    <>
      <LensControl actor={ref} compares />
      <LensBanner actor={ref} />
    </>
  );
}

const press = (name: string): Promise<void> =>
  act(async () => void fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name })));
const type = (label: string) => (event: AnyEventObject) =>
  act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { value: event.day } }));
const open = (): Promise<void> | undefined =>
  screen.queryByRole('dialog')
    ? undefined
    : act(async () => void fireEvent.click(screen.getByRole('button', { name: /^(View as of a day|As of )/ })));

describeScreen({
  of: {
    ...lens,
    inputs: lens.inputs.slice(0, 3),
    cases: {
      ...lens.cases,
      // Each field holds one day; choosing its current day is no change.
      'day.choose': ({ context }) => [first, second].filter((day) => day !== context.asOf).map((day) => ({ day })),
      'other.choose': ({ context }) => [second, today].filter((day) => day !== context.comparedDay).map((day) => ({ day })),
      'lens.set': [
        { asOf: first, comparedDay: second },
        { asOf: second, comparedDay: null },
        { asOf: null, comparedDay: null },
      ],
    },
  },
  mount: async (input) => {
    const observer = createObserver(lens.machine);
    const app = await createStage({ inspect: observer.inspect, features: ['as-of'] });
    render(
      <Stage app={app}>
        <Page input={input as Input} />
      </Stage>,
    );
    await open();
    return {
      snapshot: observer.snapshot,
      walked: observer.walked,
      perform: async (event) => {
        await act(async () => send(event as Parameters<typeof send>[0]));
      },
    };
  },
  gestures: {
    'day.choose': type(t.day),
    'other.choose': type(t.other),
    'other.clear': () => press(t.alone),
    'lens.clear': async () => {
      await press(t.clear);
      await open();
    },
    // Caused by the URL and by midnight; the page forwards both.
    'lens.set': ({ asOf, comparedDay }) => act(async () => send({ type: 'lens.set', asOf, comparedDay })),
    'day.changed': ({ today: day }) => act(async () => send({ type: 'day.changed', today: day })),
  },
  shows: (model) => {
    const { asOf, comparedDay } = model.context;
    const button = asOf === null ? t.now : t.asOf.replace('{day}', formatDate(asOf));
    expect(screen.getByRole('button', { name: /^(View as of a day|As of )/ }).textContent).toBe(button);
    const banner = screen.queryByRole('status')?.textContent ?? '';
    if (asOf === null) expect(banner).toBe('');
    else expect(banner).toContain(`As known at the end of ${formatDate(asOf)}${comparedDay === null ? '.' : ','}`);
    if (comparedDay !== null) expect(banner).toContain(`compared with the end of ${formatDate(comparedDay)}.`);
    expect(screen.queryByLabelText(t.other) !== null).toBe(!model.matches('now'));
    expect(within(screen.getByRole('dialog')).queryByRole('button', { name: t.alone }) !== null).toBe(model.matches('compared'));
  },
});
