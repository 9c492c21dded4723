import { useState } from 'react';
import type { BankDetail, BankLine, BankTargets } from '../../../../contract/entities/bank.ts';
import { parseCents } from '../../../../contract/forms/amount.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import type { BankService } from '../../../services/bank.ts';
import { useAnswer } from '../../../shared/useAnswer.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { formatDate, formatMoney } from '../../../ui/display/format.ts';
import { Checkbox } from '../../../ui/form/Checkbox.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { lineText } from './bankNames.ts';
import { DeskFrame } from './DeskDialogs.tsx';
import type { BankDesk } from './useBankDesk.ts';

const t = messages.bank.split;
type Target = BankTargets['data'][number];
type SplitPart = Readonly<{ line: BankLine; typed: string }>;
const keyOf = ({ kind, id }: Pick<BankLine, 'kind' | 'id'>): string => `${kind}-${id}`;
const centsOf = ({ typed: enteredText }: SplitPart): number => Math.max(0, parseCents(enteredText) ?? 0);
const sumOf = (parts: readonly SplitPart[]): number => parts.reduce((total, part) => total + centsOf(part), 0);

/** Starts with the lines of the proposed match, if there is one. */
const initialParts = ({ proposal }: BankDetail): readonly SplitPart[] =>
  (proposal?.lines ?? []).map((line) => ({ line, typed: line.amount.toFixed(2) }));

/** The remaining amount, the excess, or the customer credited with the rest. */
const restText = (amount: number, parts: readonly SplitPart[]): string => {
  const remaining = amount - sumOf(parts);
  if (remaining === 0) return t.exact;
  if (remaining < 0) return fill(t.over, { amount: formatMoney(-remaining) });
  const customers = new Set(parts.filter(({ line }) => line.kind === 'invoice').map(({ line }) => line.name));
  const [onlyCustomer] = customers;
  const remainingText = fill(t.left, { amount: formatMoney(remaining) });
  return customers.size === 1 && onlyCustomer ? `${remainingText}. ${fill(t.credit, { name: onlyCustomer })}` : remainingText;
};

function Part({
  part,
  busy,
  onType,
  onRemove,
}: {
  part: SplitPart;
  busy: boolean;
  onType: (enteredText: string) => void;
  onRemove: () => void;
}) {
  const { line, typed: enteredText } = part;
  // A payment must match in full; an invoice may be paid in part.
  const isFixed = line.kind !== 'invoice';
  return (
    <li className="bank-part">
      <span>
        {lineText(line)} <span className="muted">{formatDate(line.day)}</span>
      </span>
      <Input
        aria-label={fill(t.amountFor, { label: line.label })}
        aria-invalid={centsOf(part) > 0 ? undefined : true}
        inputMode="decimal"
        value={enteredText}
        readOnly={isFixed}
        disabled={busy}
        onChange={({ target }) => onType(target.value)}
      />
      <Button size="small" severity="text" disabled={busy} aria-label={fill(t.remove, { label: line.label })} onClick={onRemove}>
        {messages.bank.rules.remove}
      </Button>
    </li>
  );
}

/** Splits one transaction over several open items (decisions 2.15). */
export function SplitDialog({ desk, transaction, service }: Readonly<{ desk: BankDesk; transaction: BankDetail; service: BankService }>) {
  const [parts, setParts] = useState<readonly SplitPart[]>(() => initialParts(transaction));
  const [remember, setRemember] = useState(false);
  const [search, setSearch] = useState('');
  const { answer, error, stale, ask, retry } = useAnswer<readonly Target[]>(
    async ({ q = '' }) => (q === '' ? [] : service.targets(transaction.id, q)),
    { q: '' },
    t.loadFailed,
  );
  const amount = toCents(transaction.amount);
  const chosenKeys = new Set(parts.map(({ line }) => keyOf(line)));
  const suggestedLines = transaction.candidates.flatMap(({ lines }) => lines);
  const matches = (search.trim() === '' ? suggestedLines : stale ? [] : (answer ?? [])).filter(
    (line, index, all) => !chosenKeys.has(keyOf(line)) && all.findIndex((other) => keyOf(other) === keyOf(line)) === index,
  );
  const add = (line: BankLine): void => {
    const remaining = Math.max(0, amount - sumOf(parts));
    const cents = line.kind === 'invoice' && remaining > 0 ? Math.min(remaining, toCents(line.amount)) : toCents(line.amount);
    setParts([...parts, { line, typed: (cents / 100).toFixed(2) }]);
  };
  const change = (key: string, enteredText: string): void =>
    setParts(parts.map((part) => (keyOf(part.line) === key ? { ...part, typed: enteredText } : part)));
  const isValid = parts.length > 0 && parts.every((part) => centsOf(part) > 0) && sumOf(parts) <= amount;
  return (
    <DeskFrame
      desk={desk}
      transaction={transaction}
      title={fill(t.title, { amount: formatMoney(amount) })}
      saveLabel={t.save}
      isValid={isValid}
      field="lines"
      wide
      onSubmit={() =>
        desk.submit({
          kind: 'match',
          remember,
          lines: parts.map((part) => ({ kind: part.line.kind, id: part.line.id, amount: (centsOf(part) / 100).toFixed(2) })),
        })
      }
    >
      {desk.fields.lines && <Alert>{desk.fields.lines}</Alert>}
      <ul className="bank-parts">
        {parts.map((part) => (
          <Part
            key={keyOf(part.line)}
            part={part}
            busy={desk.saving}
            onType={(enteredText) => change(keyOf(part.line), enteredText)}
            onRemove={() => setParts(parts.filter((other) => other !== part))}
          />
        ))}
      </ul>
      <p role="status" className="figure">
        {restText(amount, parts)}
      </p>
      <Field label={t.search} error={error}>
        {(controlProps) => (
          <Input
            {...controlProps}
            value={search}
            autoComplete="off"
            disabled={desk.saving}
            onChange={({ target }) => {
              setSearch(target.value);
              ask({ q: target.value.trim() });
            }}
          />
        )}
      </Field>
      {error !== null && (
        <Button size="small" severity="secondary" onClick={retry}>
          {messages.bank.retry}
        </Button>
      )}
      {search.trim() !== '' && !stale && error === null && matches.length === 0 && <p role="status">{t.none}</p>}
      <ul className="bank-parts">
        {matches.map((line) => (
          <li key={keyOf(line)} className="bank-part">
            <span>
              {lineText(line)} <span className="muted">{formatDate(line.day)}</span>
            </span>
            <span className="figure">{formatMoney(toCents(line.amount))}</span>
            <Button
              size="small"
              severity="secondary"
              disabled={desk.saving}
              aria-label={fill(t.add, { label: line.label })}
              onClick={() => add(line)}
            >
              {messages.bank.actions.add}
            </Button>
          </li>
        ))}
      </ul>
      <Checkbox
        label={fill(t.remember, { counterparty: transaction.counterparty })}
        checked={remember}
        disabled={desk.saving}
        onChange={setRemember}
      />
    </DeskFrame>
  );
}
