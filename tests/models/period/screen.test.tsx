import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { beforeAll, expect } from 'vitest';
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { messages } from '../../../contract/messages.ts';
import { PeriodControl } from '../../../src/shared/period/PeriodControl.tsx';
import { createRig } from '../support/rig.ts';
import { describeScreen } from '../support/screenWalk.tsx';
import { period, today } from './cases.ts';

// The picker is loaded lazily: opened once here, it opens immediately in every path.
beforeAll(async () => {
  await import('../../../src/ui/dialog/Dialog.tsx');
  const rig = createRig(period.machine, { today });
  rig.actor.start();
  render(<PeriodControl actor={rig.actor as never} />);
  fireEvent.click(screen.getByRole('button', { name: /^Choose period: / }));
  await screen.findByRole('button', { name: 'Today' });
  cleanup();
  rig.actor.stop();
});

const modes = { month: 'Month', quarter: 'Quarter', year: 'Year', custom: 'Custom' } as const;
const dialog = () => screen.queryByRole('dialog');
/** The picker while it is open, otherwise the bar. */
const inPicker = () => within(dialog() ?? document.body);
const press = (name: string | RegExp) => () => void fireEvent.click(inPicker().getByRole('button', { name }));
const type = (label: string) => (event: AnyEventObject) =>
  void fireEvent.change(inPicker().getByLabelText(label), { target: { value: event.day } });

const shownMode = (model: AnyMachineSnapshot): keyof typeof modes => {
  const open: unknown = typeof model.value === 'object' ? Reflect.get(model.value, 'open') : undefined;
  const named = { choosingMonth: 'month', choosingQuarter: 'quarter', choosingYear: 'year', choosingRange: 'custom' } as const;
  return open === undefined ? model.context.period.mode : named[open as keyof typeof named];
};

const hasYearArrows = (value: unknown): boolean => /choosingMonth|choosingQuarter/.test(JSON.stringify(value));

describeScreen({
  of: {
    ...period,
    inputs: [{ today }],
    project: (context) => [context.period.mode, period.project(context)],
    cases: {
      ...period.cases,
      // A mode is a radio button: pressing the selected one sends no event.
      'mode.choose': (model) =>
        Object.keys(modes)
          .filter((mode) => mode !== shownMode(model))
          .map((mode) => ({ mode: mode as keyof typeof modes })),
      // A date field reports only changes.
      'range.start': ({ context }) => (context.start === '' ? [{ day: '2026-11-10' }] : []),
      'range.end': ({ context }) => (context.end === '' ? [{ day: '2026-11-20' }] : []),
      // The year and custom pickers have no year arrows, only the month and quarter pickers do.
      'year.previous': ({ context, value }) => (hasYearArrows(value) && context.year > 2025 ? [{}] : []),
      'year.next': ({ context, value }) => (hasYearArrows(value) && context.year < 2027 ? [{}] : []),
      // The screens here have no Reset filters button.
      'period.reset': [],
      // The company's day, sent by the surrounding screen.
      'day.changed': [],
      // Following a link isn't a gesture of this component.
      'period.set': [],
    },
  },
  mount: async (input) => {
    const rig = createRig(period.machine, input);
    rig.actor.start();
    render(<PeriodControl actor={rig.actor as never} />);
    return { snapshot: () => rig.actor.getSnapshot(), walked: rig.walked, perform: rig.perform, unmount: () => rig.actor.stop() };
  },
  gestures: {
    'mode.choose': (event) => void fireEvent.click(inPicker().getByRole('radio', { name: modes[event.mode as keyof typeof modes] })),
    'period.previous': press('Previous period'),
    'period.next': press('Next period'),
    'picker.open': press(/^Choose period: /),
    'picker.close': press(messages.cancel),
    'picker.today': press('Today'),
    'year.previous': press('Previous year'),
    'year.next': press('Next year'),
    'month.choose': (event) =>
      void fireEvent.click(
        within(dialog() as HTMLElement).getByRole('button', { name: messages.period.months[event.month as number] as string }),
      ),
    'quarter.choose': (event) =>
      void fireEvent.click(within(dialog() as HTMLElement).getByRole('button', { name: `Q${Number(event.quarter) + 1}` })),
    'year.choose': (event) => void fireEvent.click(within(dialog() as HTMLElement).getByRole('button', { name: String(event.year) })),
    'range.start': type('Start date'),
    'range.end': type('End date'),
    'choice.apply': press('Apply'),
  },
  shows: (model) => {
    const { start_date, end_date, mode } = model.context.period;
    const quarter = Math.floor((Number(start_date.slice(5, 7)) - 1) / 3) + 1;
    // spec 2.40: YYYY-MM, YYYY-Qn, YYYY, or 'start to end'.
    const label = { month: start_date.slice(0, 7), quarter: `${start_date.slice(0, 4)}-Q${quarter}`, year: start_date.slice(0, 4) }[
      mode as string
    ];
    const button = document.querySelector('[aria-haspopup="dialog"]');
    expect(button?.textContent).toBe(label ?? `${start_date} to ${end_date}`);
    expect(dialog() !== null).toBe(model.matches('open'));
    expect(inPicker().getByRole('radio', { checked: true }).textContent).toBe(modes[shownMode(model)]);
    // spec 2.40: Apply is disabled until the selection is complete.
    if (dialog())
      expect(inPicker().getByRole('button', { name: 'Apply' })).toHaveProperty('disabled', !model.can({ type: 'choice.apply' }));
  },
  unreachable: {
    'period --day.changed[0]--> stays': 'No gesture: the day passes.',
    'period --day.changed[1]--> stays': 'No gesture: the day passes.',
    'period --period.reset[0]--> period.closed': 'Reset filters comes with the dashboards (part 7).',
    'period --period.set[0]--> period.closed': 'A deep link, followed by the screen around it.',
  },
});
