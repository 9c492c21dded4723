import { yupResolver } from '@hookform/resolvers/yup';
import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { fromPromise } from 'xstate';
import type { Deal } from '../../../contract/entities/deal.ts';
import { dealEditForm, dealForm, dealNotesForm, lostForm } from '../../../contract/forms/deal.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { firstStage } from '../../../contract/rules/deals.ts';
import { useToast, useUser } from '../../app/context.ts';
import { type DealBody, dealFormMachine, type EditedDeal } from '../../machines/deals/dealForm.machine.ts';
import { confirmWithUser } from '../../services/browser.ts';
import type { DealsService } from '../../services/deals.ts';
import { useFormDraft } from '../../shared/useFormDraft.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';
import { useUnsavedGuard } from '../../shared/useUnsavedGuard.ts';

const t = messages.dealFormText;
export type DealPane = 'create' | 'edit' | 'annotate' | 'lose';
const formSchemas = { create: dealForm, edit: dealEditForm, annotate: dealNotesForm, lose: lostForm } as const;

const toValues = (pane: DealPane, deal: Deal | null, selfId: string): DealBody => {
  if (pane === 'lose') return { reason: '' };
  if (pane === 'annotate') return { notes: deal?.notes ?? '' };
  return {
    name: deal?.name ?? '',
    customer_name: deal?.customer_name ?? '',
    owner_id: deal ? (deal.owner_id ?? '') : selfId,
    ...(deal ? {} : { stage: firstStage }),
    amount: deal?.amount == null ? '' : deal.amount.toFixed(2),
    expected_close_date: deal?.expected_close_date ?? '',
    notes: deal?.notes ?? '',
  };
};

const save = (service: DealsService, pane: DealPane, target: EditedDeal | null, body: DealBody, key: string): Promise<Deal> => {
  if (target === null) return service.create(body, key);
  if (pane === 'lose') return service.step(target, 'lose', body);
  return pane === 'annotate' ? service.annotate(target, body.notes ?? '') : service.edit(target, body);
};

type Options = Readonly<{
  pane: DealPane;
  deal: Deal | null;
  service: DealsService;
  onSaved: (deal: Deal) => void;
  onClosed: () => void;
}>;

/** Connects the fields, the form's machine and the service. */
export const useDealForm = ({ pane, deal, service, onSaved, onClosed }: Options) => {
  const user = useUser();
  const toast = useToast();
  const form = useForm<Record<string, string>>({
    resolver: yupResolver(formSchemas[pane] as never) as never,
    defaultValues: toValues(pane, deal, user.role === 'admin' ? '' : user.id),
  });
  // One idempotency key per opened form: a double click creates one deal.
  const { key } = useFormDraft(form, `deal.${pane}.${deal?.id ?? ''}`, { version: deal?.version });
  // biome-ignore lint/correctness/useExhaustiveDependencies: provided once per opened form.
  const machine = useMemo(
    () =>
      dealFormMachine.provide({
        actors: { saveForm: fromPromise(({ input: { edited: target, body } }) => save(service, pane, target, body, key)) },
        actions: {
          askDiscard: ({ self: form }) => confirmWithUser(t.discard) && form.send({ type: 'close.confirmed' }),
          reportSaved: (_, { saved }) => {
            const { done } = messages.deals;
            const doneText = { create: done.created, edit: done.saved, annotate: done.annotate, lose: done.lose }[pane];
            toast(fill(doneText, { name: saved.name }));
            onSaved(saved);
          },
          reportClosed: onClosed,
        },
      }),
    [],
  );
  const ref = useMachineRef(machine, { edited: deal && { id: deal.id, version: deal.version } });
  const snapshot = useSelector(ref, (state) => state);
  const { newest, fields, error } = snapshot.context;
  const { setError } = form;
  useEffect(() => {
    for (const [name, message] of Object.entries(fields)) setError(name, { message });
  }, [fields, setError]);
  const { errors, isDirty } = form.formState;
  // The dialog has its own URL, so Back closes it.
  useUnsavedGuard(isDirty && snapshot.hasTag('unsaved'), t.leave, true);
  return {
    form,
    busy: snapshot.hasTag('busy'),
    conflicted: snapshot.matches({ open: 'conflicted' }),
    /** Null if a field already shows its own error. */
    error: Object.keys(fields).some((name) => name in form.getValues()) ? null : error,
    errorOf: (name: string): string | null => errors[name]?.message?.toString() ?? null,
    submit: form.handleSubmit((values) => ref.send({ type: 'form.submit', body: values })),
    takeNewest: () => {
      form.reset(toValues(pane, newest, user.id));
      ref.send({ type: 'newest.take' });
    },
    close: () => ref.send({ type: 'close.ask', dirty: isDirty }),
  };
};
export type BoundDealForm = ReturnType<typeof useDealForm>;
