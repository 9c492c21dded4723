import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { messages } from '../../../contract/messages.ts';
import type { App } from '../../../src/app/compose.ts';
import { GeneralTab } from '../../../src/screens/systemSettings/parts/GeneralTab.tsx';
import '../../../src/screens/systemSettings/readConfig.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';

type Saved = Readonly<{ companyName: string; commissionsConfig: string }>;
const open = async (
  commissionsConfig: string,
  features: readonly string[] = ['plan-drafts'],
  save: (body: Saved) => void = () => {},
): Promise<void> => {
  const app = await createStage({ features });
  const http = async (_path: string, { method, body }: Readonly<{ method?: string; body?: Saved }> = {}) => {
    if (method === 'PUT' && body) save(body);
    return { id: '1', companyName: 'Acme', commissionsConfig, version: 1, ...body };
  };
  await act(async () => {
    render(
      <Stage app={{ ...app, http: http as unknown as App['http'] }}>
        <GeneralTab />
      </Stage>,
    );
  });
};
const area = () => screen.getByRole('textbox', { name: 'Commissions configuration (JSON)' }) as HTMLTextAreaElement;
const type = (text: string) => act(async () => void fireEvent.change(area(), { target: { value: text } }));
const sentencesRegion = () => screen.getByRole('region', { name: 'The rules in words' });
const enabled = (name: string) => !(screen.getByRole('button', { name }) as HTMLButtonElement).disabled;
afterEach(cleanup);

describe('decisions 2.07: tools beside the JSON', () => {
  it('the sentences follow the input, and spec 2.50: Save is enabled only with changes', async () => {
    await open('{}');
    await waitFor(() => within(sentencesRegion()).getByText('Net revenue over the quota earns 7.5%.'));
    expect([area().getAttribute('rows'), enabled('Save'), enabled('Cancel')]).toEqual(['15', false, false]);
    await type('{"plans":[{"id":"a","over_quota_commission_rate":0.08}]}');
    await waitFor(() => within(sentencesRegion()).getByText('Net revenue over the quota earns 8.0%.'));
    expect([enabled('Save'), enabled('Cancel')]).toEqual([true, true]);
  });

  it('errors appear at their place while typing, each linked to its line', async () => {
    await open('{}');
    await type('{\n "plans": [\n  {"id": "a", "base_commission_rate": 7}\n ]\n}');
    const wrong = await screen.findByRole('button', { name: 'Line 3: plans[0].base_commission_rate must be from 0 to 1, not 7' });
    await act(async () => void fireEvent.click(wrong));
    expect(area().value.slice(area().selectionStart, area().selectionEnd)).toContain('base_commission_rate');
    within(sentencesRegion()).getByText('These sentences are from before the errors above. Fix the errors to update them.');
  });

  it('a template is inserted into the JSON, and plans link to their builder', async () => {
    await open('{}');
    await act(
      async () =>
        void fireEvent.change(screen.getByRole('combobox', { name: 'Add a plan from a template' }), { target: { value: 'monthly' } }),
    );
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Add' })));
    expect(JSON.parse(area().value).plans).toEqual([{ id: 'monthly', name: 'Monthly quota', quota: { period: 'month', amount: 35_000 } }]);
    await waitFor(() => within(sentencesRegion()).getByText('The quota is $35,000.00 a month.'));
    expect(screen.getByRole('link', { name: 'Open the plan builder' }).getAttribute('href')).toBe('/plans/edit');
  });

  it('company-wide rules have a form too; a field writes into the JSON and shows its value', async () => {
    const write = (label: string, value: string) =>
      act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { value } }));
    const json = () => JSON.parse(area().value);
    await open('{"plans":[{"id":"a","base_commission_rate":0.05}]}');
    await screen.findByLabelText('Day of the month on which commission is paid out');
    await write('Day of the month on which commission is paid out', '15');
    await act(async () => void fireEvent.click(screen.getByLabelText('Administrator')));
    expect(json().payout).toEqual({ day: 15, approvers: ['finance'] });
    expect((screen.getByLabelText('Finance') as HTMLInputElement).disabled).toBe(true);
    await write('A second person approves adjustments over, $', '750');
    expect(json().second_approval_over).toBe(750);
    await write('Address on invoices', '12 Main St\nMesa, AZ 85201');
    expect(json().invoice_address).toEqual(['12 Main St', 'Mesa, AZ 85201']);
    expect((screen.getByLabelText('Address on invoices') as HTMLTextAreaElement).value).toBe('12 Main St\nMesa, AZ 85201');
    await write('Layout of the payroll file', 'adp');
    await write('Earning code', 'COM');
    await write('Company code', 'ABC');
    expect(json().payroll).toEqual({ layout: 'adp', earning_code: 'COM', company_code: 'ABC' });
    await write('Layout of the payroll file', 'gusto');
    expect(screen.queryByLabelText('Earning code')).toBeNull();
    await write('Address on invoices', '');
    expect(json().invoice_address).toBeUndefined();
  });

  it('decisions 2.07: a payroll layout is saved without a review, because it moves no pay; a rate is reviewed', async () => {
    const saved: unknown[] = [];
    await open('{"plans":[{"id":"a","base_commission_rate":0.05}]}', ['plan-drafts', 'config-change'], (body) => saved.push(body));
    const press = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Save' })));
    const withRate = (rate: number) => `{"plans":[{"id":"a","base_commission_rate":${rate}}],"payroll":{"layout":"gusto"}}`;
    await type(withRate(0.05));
    await press();
    await waitFor(() => expect(saved).toEqual([{ companyName: 'Acme', commissionsConfig: withRate(0.05) }]));
    expect(screen.queryByRole('dialog')).toBeNull();
    await type(withRate(0.06));
    await press();
    await screen.findByLabelText(messages.configChange.effective);
    expect(saved).toHaveLength(1);
  });

  it('each hint uses its field’s unit: typing its example stores the value it names (issue 45, 9)', async () => {
    const { hints, lists } = messages.planEditor;
    await open('{"plans":[{"id":"a"}]}');
    await screen.findByLabelText(lists.over);
    for (const hint of Object.values(hints)) expect(hint).not.toMatch(/["_]|\b(null|true|false)\b|\b0\.\d/);
    await act(async () => void fireEvent.change(screen.getByLabelText(lists.over), { target: { value: '500' } }));
    expect(hints.over).toContain('500 is $500.00');
    expect(JSON.parse(area().value).second_approval_over).toBe(500);
  });

  it('explains the key at the cursor', async () => {
    const text = '{"plans":[{"id":"a","quota":{"ramp":[0.5]}}]}';
    await open(text);
    area().setSelectionRange(text.indexOf('ramp'), text.indexOf('ramp'));
    // React ignores selections while a mouse button is down, which an earlier test may have left pressed.
    await act(async () => void fireEvent.mouseUp(area()));
    await act(async () => void fireEvent.select(area()));
    expect(screen.getByText('plans.quota.ramp').parentElement?.textContent).toBe(
      'plans.quota.ramp: Fractions of the quota for the first periods of a new person.',
    );
  });

  it('decisions 1.03: a server with other plans shows only the JSON', async () => {
    await open('{}', []);
    expect(screen.queryByRole('region', { name: 'The rules in words' })).toBeNull();
  });
});
