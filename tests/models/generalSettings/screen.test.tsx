import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { GeneralTab } from '../../../src/screens/systemSettings/parts/GeneralTab.tsx';
import type { createJobs as Jobs } from '../support/jobs.ts';
import { createJobs } from '../support/jobs.ts';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { generalSettings, newConfig } from './cases.ts';

const jobs = vi.hoisted(() => ({ current: undefined as unknown as ReturnType<typeof Jobs> }));
vi.mock('../../../src/services/generalSettings.ts', () => ({
  createGeneralSettings: () => ({
    load: () => jobs.current.start('loadGeneral'),
    save: (draft: unknown, version: unknown) => jobs.current.start('saveGeneral', { draft, version }),
    preview: (text: string) => jobs.current.start('previewConfig', text),
  }),
}));

const button = (name: string) => screen.queryByRole('button', { name });
const area = () => screen.getByLabelText('Commissions configuration (JSON)') as HTMLTextAreaElement;
const click = (name: string): void => void fireEvent.click(button(name) as HTMLElement);
const noReview = 'Without `config-change` a save goes at once; tests/models/configChange has the review.';
const form = <Name extends 'changed' | 'saving'>(name: Name) => ({ ready: { form: name } });
const previewed = { ready: { preview: 'shown' } } as const;

describeScreen({
  of: {
    ...generalSettings,
    cases: {
      ...generalSettings.cases,
      // A field reports only changes.
      'name.type': ({ context }) => [{ text: 'Acme' }, { text: 'Acme Ltd' }].filter(({ text }) => text !== context.draft.companyName),
      'config.type': ({ context }) => [{ text: '{}' }, { text: newConfig }].filter(({ text }) => text !== context.draft.commissionsConfig),
      'error.dismiss': ({ context }) => (context.error === null ? [] : [{}]),
      // The review is covered by tests/models/configChange.
      'review.open': [],
      // Only a visible preview can be closed, and none can be requested during a save.
      'preview.close': (model) => (model.matches(previewed) ? [{}] : []),
      'preview.ask': (model) => (model.matches(form('saving')) ? [] : [{}]),
    },
    project: ({ draft, error, preview, previewError }) => [draft, error !== null, preview !== null, previewError !== null],
  },
  mount: async () => {
    jobs.current = createJobs();
    const observer = createObserver(generalSettings.machine);
    const app = await createStage({ features: ['config-preview'], inspect: observer.inspect });
    await act(async () => {
      render(
        <Stage app={app}>
          <GeneralTab />
        </Stage>,
      );
    });
    return { snapshot: observer.snapshot, walked: observer.walked, perform: async (event) => void (await jobs.current.settle(event)) };
  },
  gestures: {
    'settings.retry': () => click('Try again'),
    'name.type': ({ text }) => void fireEvent.change(screen.getByLabelText('Company name'), { target: { value: text } }),
    'config.type': ({ text }) => void fireEvent.change(area(), { target: { value: text } }),
    'draft.save': () => click('Save'),
    'draft.cancel': () => click('Cancel'),
    'error.dismiss': () => void fireEvent.click(screen.getAllByRole('button', { name: 'Dismiss' })[0] as HTMLElement),
    'preview.ask': () => click('Preview'),
    'preview.close': () =>
      void fireEvent.click((button('Close') ?? screen.getAllByRole('button', { name: 'Dismiss' }).at(-1)) as HTMLElement),
  },
  shows: (model) => {
    if (!model.matches('ready')) return;
    const { draft, error, fields } = model.context;
    expect(Number(area().rows)).toBe(15);
    expect(area().value).toBe(draft.commissionsConfig);
    expect(screen.getByLabelText('Company name')).toHaveProperty('value', draft.companyName);
    // spec 2.50: Save and Cancel are enabled only with unsaved changes.
    expect(button('Cancel')).toHaveProperty('disabled', !model.matches(form('changed')));
    expect(button('Saving…') !== null).toBe(model.matches(form('saving')));
    if (!model.matches(form('saving'))) expect(button('Save')).toHaveProperty('disabled', !model.matches(form('changed')));
    // spec 8.06
    if (error !== null) expect(screen.getAllByRole('alert')[0]?.textContent).toContain(error);
    expect(button('Line 1: plans[0].tiers must be a list') !== null).toBe(Boolean(fields.commissionsConfig));
    // decisions 2.07: the effect of the typed configuration.
    expect(screen.queryByText('Calculating what would change…') !== null).toBe(model.matches({ ready: { preview: 'calculating' } }));
    expect(screen.queryByText(/^12 records of 1 people would change, -\$120\.50 in all\. 3 records/) !== null).toBe(
      model.context.preview !== null && model.matches(previewed),
    );
  },
  unreachable: {
    'generalSettings.ready.form.pristine --review.open[0]--> generalSettings.ready.form.returning': noReview,
    'generalSettings.ready.form.returning --review.close[0]--> generalSettings.ready.form.pristine': noReview,
    'generalSettings.ready.form.returning --review.saved[0]--> generalSettings.ready.form.pristine': noReview,
    'generalSettings.ready.form.changed --review.open[0]--> generalSettings.ready.form.reviewing': noReview,
    'generalSettings.ready.form.reviewing --review.close[0]--> generalSettings.ready.form.deciding': noReview,
    'generalSettings.ready.form.reviewing --review.saved[0]--> generalSettings.ready.form.pristine': noReview,
  },
});
