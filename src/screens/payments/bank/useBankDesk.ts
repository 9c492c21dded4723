import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { BankAction, BankCandidate, BankDetail } from '../../../../contract/entities/bank.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { useToast } from '../../../app/context.ts';
import {
  bankDeskMachine,
  type DeskDecision,
  type DeskForm,
  requiredActions,
  toDeskLines,
  toDeskProposal,
} from '../../../machines/bank/bankDesk.machine.ts';
import type { BankService } from '../../../services/bank.ts';
import { useMachineRef } from '../../../shared/useMachineRef.ts';
import { useLatest } from '../../../ui/support/useLatest.ts';

const t = messages.bank;
type Options = Readonly<{
  service: BankService;
  id: string;
  /** The version shown in the list. */
  version: number | null;
  onDecided: (kind: DeskDecision['kind']) => void;
}>;

/** Connects an open transaction and the decisions about it. */
export const useBankDesk = ({ service, id, version, onDecided }: Options) => {
  const toast = useToast();
  const latest = useLatest(onDecided);
  const machine = useMemo(() => {
    const save = (transaction: BankDetail, { kind, ...more }: DeskDecision) => service.decide(transaction, kind, more);
    return bankDeskMachine.provide({
      actors: {
        load: fromPromise(() => service.one(id)),
        save: fromPromise(({ input: { content: detail, step } }) => save(detail, step)),
      },
      actions: {
        reportSaved: (_, { step: { kind }, saved }) => {
          toast(fill(t.finished[kind], { name: saved.counterparty }));
          latest.current(kind);
        },
      },
    });
  }, [service, id, toast]);
  const ref = useMachineRef(machine);
  const snapshot = useSelector(ref, (state) => state);
  const { content: transaction, form, error, fields } = snapshot.context;
  const knownVersion = transaction?.version ?? null;
  useEffect(() => {
    // An open form is not reloaded: saving it reports whether the transaction has changed.
    if (form === null && version !== null && knownVersion !== null && version > knownVersion) ref.send({ type: 'desk.reload' });
  }, [ref, version, knownVersion, form]);
  const submit = (step: DeskDecision): void => ref.send({ type: 'step.submit', step });
  // Actions stay visible but disabled while a decision is being saved.
  const isAllowed = (action: BankAction): boolean => transaction?.actions.includes(action) ?? false;
  return {
    transaction,
    form,
    error,
    fields,
    busy: snapshot.hasTag('busy'),
    /** Includes the reload after a refused save. */
    saving: snapshot.matches('saving') || snapshot.matches('rereading'),
    failed: snapshot.matches('failed'),
    canAccept: isAllowed('match') && transaction?.proposal != null,
    canSplit: isAllowed('match'),
    canReceive: isAllowed('receipt'),
    canIgnore: isAllowed('ignore'),
    canUndo: isAllowed('undo'),
    canSubmit: form !== null && isAllowed(requiredActions[form]),
    accept: () => transaction && submit(toDeskProposal(transaction)),
    acceptCandidate: ({ lines }: BankCandidate) => submit({ kind: 'match', lines: toDeskLines(lines), remember: false }),
    undo: () => submit({ kind: 'undo' }),
    open: (deskForm: DeskForm) => ref.send({ type: 'form.open', form: deskForm }),
    submit,
    close: () => ref.send({ type: 'form.close' }),
    retry: () => ref.send({ type: 'desk.reload' }),
    dismiss: () => ref.send({ type: 'error.dismiss' }),
  };
};
export type BankDesk = ReturnType<typeof useBankDesk>;
