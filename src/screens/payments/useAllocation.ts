import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { OpenItem } from '../../../contract/entities/payment.ts';
import { parseCents } from '../../../contract/forms/amount.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { type Cents, toCents } from '../../../contract/rules/money.ts';
import {
  type AllocationPayer,
  allocationMachine,
  type EnteredAmounts,
  toAllocationKey,
} from '../../machines/payments/allocation.machine.ts';
import type { PaymentsService } from '../../services/payments.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';
import { formatMoney } from '../../ui/display/format.ts';

const t = messages.paymentFormText;

/** An open item with the typed amount; `error` if the amount is not allowed. */
export type ShownAllocation = Readonly<{ key: string; item: OpenItem; typed: string; cents: Cents; error: string | null }>;

const errorOf = (cents: Cents, open: Cents): string | null => {
  if (cents * open < 0) return open > 0 ? t.lineBelowZero : t.lineAboveZero;
  return Math.abs(cents) > Math.abs(open) ? fill(t.lineAbove, { amount: formatMoney(open) }) : null;
};

const toShownAllocation = (item: OpenItem, lines: EnteredAmounts): ShownAllocation => {
  const key = toAllocationKey(item);
  const enteredText = lines[key] ?? '';
  if (enteredText.trim() === '') return { key, item, typed: enteredText, cents: 0, error: null };
  const cents = parseCents(enteredText);
  if (cents === null) return { key, item, typed: enteredText, cents: 0, error: t.lineInvalid };
  const open = toCents(item.open);
  return { key, item, typed: enteredText, cents, error: errorOf(cents, open) };
};

type Options = Readonly<{
  service: PaymentsService;
  payer: AllocationPayer | null;
  payment: string | null;
  amount: Cents;
  lines: EnteredAmounts;
}>;

/** Binds the allocation of a payment to the payer's open items. It starts as a proposal that the user can edit. */
export const useAllocation = ({ service, payment, ...input }: Options) => {
  const machine = useMemo(
    () =>
      allocationMachine.provide({
        actors: { loadItems: fromPromise(({ input: { payer } }) => service.openOf(payer.kind, payer.id, payment)) },
      }),
    [service, payment],
  );
  const ref = useMachineRef(machine, input);
  const snapshot = useSelector(ref, (state) => state);
  const { items, lines, payer, unapplied, error } = snapshot.context;
  const rows = items.map((item) => toShownAllocation(item, lines));
  const allocated = rows.reduce((total, { cents }) => total + cents, 0);
  return {
    payer,
    rows,
    lines,
    allocated,
    unapplied: toCents(unapplied),
    error,
    loading: snapshot.matches('loading'),
    failed: snapshot.matches('failed'),
    edited: snapshot.matches('edited'),
    ready: snapshot.matches('proposed') || snapshot.matches('edited'),
    valid: rows.every((row) => row.error === null),
    /** Allocations in the server's format: dollars with two decimals. */
    allocations: rows
      .filter(({ cents }) => cents !== 0)
      .map(({ item: { kind, id }, cents }) => ({ kind, id, amount: (cents / 100).toFixed(2) })),
    choose: (next: AllocationPayer | null, enteredText: EnteredAmounts = {}) =>
      ref.send({ type: 'payer.choose', payer: next, lines: enteredText }),
    setAmount: (cents: Cents) => ref.send({ type: 'amount.change', amount: cents }),
    type: (key: string, enteredText: string) => ref.send({ type: 'line.type', key, text: enteredText }),
    propose: () => ref.send({ type: 'proposal.take' }),
    retry: () => ref.send({ type: 'items.retry' }),
  };
};
export type BoundAllocation = ReturnType<typeof useAllocation>;
