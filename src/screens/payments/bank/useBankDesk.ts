import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { BankAction, BankCandidate, BankDetail } from '../../../../contract/entities/bank.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { useToast } from '../../../app/context.ts';
import { bankDeskMachine, type Decision, type DeskForm, linesOf, needs } from '../../../machines/bank/bankDesk.machine.ts';
import type { BankService } from '../../../services/bank.ts';
import { useMachineRef } from '../../../shared/useMachineRef.ts';
import { useLatest } from '../../../ui/support/useLatest.ts';

const text = messages.bank;
type Options = Readonly<{
  service: BankService;
  id: string;
  /** The version that the list shows. */
  version: number | null;
  onDecided: (kind: Decision['kind']) => void;
}>;

/** Binds one open transaction to what a person decides about it. */
export const useBankDesk = ({ service, id, version, onDecided }: Options) => {
  const toast = useToast();
  const latest = useLatest(onDecided);
  const machine = useMemo(() => {
    const save = (transaction: BankDetail, { kind, ...more }: Decision) => service.decide(transaction, kind, more);
    return bankDeskMachine.provide({
      actors: {
        loadTransaction: fromPromise(({ input }) => service.one(input.id)),
        saveDecision: fromPromise(({ input: { transaction, decision } }) => save(transaction, decision)),
      },
      actions: {
        reportDecided: (_, { transaction, decision: { kind } }) => {
          toast(fill(text.finished[kind], { name: transaction.counterparty }));
          latest.current(kind);
        },
      },
    });
  }, [service, toast]);
  const ref = useMachineRef(machine, { id });
  const snapshot = useSelector(ref, (each) => each);
  const { transaction, form, error, fields } = snapshot.context;
  const known = transaction?.version ?? null;
  useEffect(() => {
    if (version !== null && known !== null && version > known) ref.send({ type: 'transaction.changed' });
  }, [ref, version, known]);
  const undo: Decision = { kind: 'undo' };
  // What the server offers stays in sight while something is saved; it is unavailable then.
  const may = (action: BankAction): boolean => transaction?.actions.includes(action) ?? false;
  return {
    transaction,
    form,
    error,
    fields,
    busy: snapshot.hasTag('busy'),
    /** Being read again belongs to the save that was refused. */
    saving: snapshot.matches('saving') || snapshot.matches('rereading'),
    failed: snapshot.matches('failed'),
    canAccept: may('match') && transaction?.proposal != null,
    canSplit: may('match'),
    canReceive: may('receipt'),
    canIgnore: may('ignore'),
    canUndo: may('undo'),
    canSubmit: form !== null && may(needs[form]),
    accept: () => ref.send({ type: 'proposal.accept' }),
    use: ({ lines }: BankCandidate) =>
      ref.send({ type: 'decision.make', decision: { kind: 'match', lines: linesOf(lines), remember: false } }),
    undo: () => ref.send({ type: 'decision.make', decision: undo }),
    open: (opens: DeskForm) => ref.send({ type: 'form.open', form: opens }),
    submit: (decision: Decision) => ref.send({ type: 'form.submit', decision }),
    close: () => ref.send({ type: 'form.close' }),
    retry: () => ref.send({ type: 'transaction.retry' }),
    dismiss: () => ref.send({ type: 'error.dismiss' }),
  };
};
export type BankDesk = ReturnType<typeof useBankDesk>;
