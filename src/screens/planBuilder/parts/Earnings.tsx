import { useState } from 'react';
import { fill, messages } from '../../../../contract/messages.ts';
import { type DraftObject, valueAt } from '../../../../contract/rules/commission/config/draft.ts';
import { exampleEarnings } from '../../../../contract/rules/commission/config/examples.ts';
import type { Plan } from '../../../../contract/rules/commission/plan.ts';
import { type Cents, fromCents, toCents } from '../../../../contract/rules/money.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { formatMoney, NONE } from '../../../ui/display/format.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { useDraftEditing } from '../fields/editing.ts';
import { leafValue } from '../leafText.ts';

const t = messages.planEarnings;
const MAX_ROWS = 20;
const INITIAL_SALES = ['60000', '60000'];

const parseAmount = (typed: string): number | null => {
  const value = leafValue('money', typed, undefined);
  return typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER / 100 ? value : null;
};

/** A plan's examples with their indexes in the draft's list of examples. */
const examplesOf = (draft: DraftObject, id: string, isFirst: boolean): readonly (readonly [number, unknown])[] =>
  (Array.isArray(draft.examples) ? (draft.examples as readonly unknown[]) : []).flatMap((example, index) => {
    const plan = valueAt(example, ['plan']);
    return plan === id || (plan === undefined && isFirst) ? [[index, example] as const] : [];
  });

const exampleText = (example: unknown): string => {
  const [rows, expected] = [valueAt(example, ['rows']), valueAt(example, ['expect'])];
  if (!Array.isArray(rows) || !Array.isArray(expected)) return JSON.stringify(example);
  const amount = (value: unknown): string => (typeof value === 'number' ? formatMoney(toCents(value)) : (JSON.stringify(value) ?? NONE));
  const quota = valueAt(example, ['quota']);
  const rowTexts = rows.map((row: unknown, index) =>
    fill(t.keptRow, { net: amount(valueAt(row, ['net']) ?? row), expected: amount(expected[index]) }),
  );
  return typeof quota === 'number' ? fill(t.keptOne, { quota: amount(quota), rows: rowTexts.join(', ') }) : rowTexts.join(', ');
};

type SalesProps = Readonly<{ sales: readonly string[]; earned: readonly Cents[]; onChange: (sales: readonly string[]) => void }>;

function Sales({ sales, earned, onChange }: SalesProps) {
  return (
    <ol className="builder-sales">
      {sales.map((sale, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a sale is identified by its index.
        <li key={index}>
          <Field label={`${fill(t.sale, { number: index + 1 })}, $`}>
            {(controlProps) => (
              <Input
                {...controlProps}
                inputMode="decimal"
                value={sale}
                onChange={({ target }) => onChange(sales.with(index, target.value))}
              />
            )}
          </Field>
          <p className="builder-earned">
            <span className="muted">{t.earns}</span> <output>{earned[index] === undefined ? NONE : formatMoney(earned[index])}</output>
          </p>
          <Button
            size="small"
            severity="text"
            disabled={sales.length === 1}
            aria-label={fill(t.removeSale, { number: index + 1 })}
            onClick={() => onChange(sales.filter((_, other) => other !== index))}
          >
            {messages.planBuilder.remove}
          </Button>
        </li>
      ))}
    </ol>
  );
}

type Examples = ReturnType<typeof examplesOf>;

function StoredExamples({ examples }: Readonly<{ examples: Examples }>) {
  const { disabled, removePart } = useDraftEditing();
  if (examples.length === 0) return null;
  return (
    <>
      <h3>{t.kept}</h3>
      <ul className="builder-examples">
        {examples.map(([index, example], place) => (
          <li key={index}>
            <span>{exampleText(example)}</span>
            <Button
              size="small"
              severity="text"
              disabled={disabled}
              aria-label={fill(t.removeExample, { number: place + 1 })}
              onClick={() => removePart(['examples', index])}
            >
              {messages.planBuilder.remove}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

type Props = Readonly<{ draft: DraftObject; plan: Plan | null; isFirst: boolean }>;

/** Sales and what they would earn under the draft's plan; they can be stored as one of its examples. */
export function Earnings({ draft, plan, isFirst }: Props) {
  const { disabled, change } = useDraftEditing();
  const [sales, setSales] = useState<readonly string[]>(INITIAL_SALES);
  const [typedQuota, setQuota] = useState<string | null>(null);
  const quota = typedQuota === null ? (plan ? fromCents(plan.quota.amount) : null) : parseAmount(typedQuota);
  const nets = sales.map(parseAmount);
  const isComplete = plan !== null && quota !== null && nets.every((net) => net !== null);
  const earnedCents = isComplete
    ? exampleEarnings(
        plan,
        toCents(quota),
        nets.map((net) => toCents(net ?? 0)),
      )
    : [];
  const examples = plan ? examplesOf(draft, plan.id, isFirst) : [];
  const storeExample = (): void => {
    if (!isComplete) return;
    const count = Array.isArray(draft.examples) ? draft.examples.length : 0;
    change(['examples', count], { plan: plan.id, quota, rows: nets, expect: earnedCents.map(fromCents) });
  };
  return (
    <Card title={t.sales} className="builder-card">
      <p className="muted">{t.salesHint}</p>
      <Field label={`${t.quota}, $`}>
        {(controlProps) => (
          <Input
            {...controlProps}
            inputMode="decimal"
            value={typedQuota ?? (quota === null ? '' : String(quota))}
            onChange={({ target }) => setQuota(target.value)}
          />
        )}
      </Field>
      <Sales sales={sales} earned={earnedCents} onChange={setSales} />
      <p className="builder-total">
        {t.total} <output>{isComplete ? formatMoney(earnedCents.reduce((sum, amount) => sum + amount, 0)) : NONE}</output>
      </p>
      <p className="builder-clauses">
        <Button size="small" severity="secondary" disabled={sales.length >= MAX_ROWS} onClick={() => setSales([...sales, ''])}>
          {t.addSale}
        </Button>
        <Button size="small" severity="secondary" disabled={disabled || !isComplete} onClick={storeExample}>
          {t.keep}
        </Button>
      </p>
      <StoredExamples examples={examples} />
    </Card>
  );
}
