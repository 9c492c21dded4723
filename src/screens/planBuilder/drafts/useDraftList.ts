import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { fromPromise } from 'xstate';
import type { PlanDraft } from '../../../../contract/entities/planDraft.ts';
import { useApp } from '../../../app/context.ts';
import { toDraftPath } from '../../../app/routes.ts';
import { type DraftName, type DraftStep, planDraftsMachine } from '../../../machines/planDrafts/planDrafts.machine.ts';
import { createPlanDrafts } from '../../../services/planDrafts.ts';
import { useMachineRef } from '../../../shared/useMachineRef.ts';

const noDrafts: readonly PlanDraft[] = [];

/** Connects the list of drafts; creating a draft opens it. */
export const useDraftList = () => {
  const { http } = useApp();
  const [, navigate] = useLocation();
  const machine = useMemo(() => {
    const service = createPlanDrafts(http);
    const save = (step: DraftStep): Promise<PlanDraft> => {
      if (step.kind === 'add') return service.add({ name: step.name, ...(step.draft ? { copy_of: step.draft.id } : {}) });
      const id = step.draft?.id ?? '';
      return step.kind === 'rename' ? service.change(id, { name: step.name }) : service.step(id, step.kind);
    };
    return planDraftsMachine.provide({
      actors: {
        load: fromPromise(() => service.list()),
        save: fromPromise(({ input: { step } }) => save(step)),
      },
      actions: {
        reportSaved: (_, { step, saved }) => {
          if (step.kind === 'add') navigate(toDraftPath(saved.id));
        },
      },
    });
  }, [http, navigate]);
  const ref = useMachineRef(machine);
  const snapshot = useSelector(ref, (current) => current);
  const { content, form, error, fields } = snapshot.context;
  const submit = (step: DraftStep): void => ref.send({ type: 'step.submit', step });
  return {
    drafts: content ?? noDrafts,
    loading: content === null && !snapshot.matches('failed'),
    failed: snapshot.matches('failed'),
    form,
    error,
    fields,
    saving: snapshot.matches('saving') || snapshot.matches('rereading'),
    busy: !snapshot.matches('shown'),
    retry: () => ref.send({ type: 'desk.reload' }),
    dismiss: () => ref.send({ type: 'error.dismiss' }),
    open: (name: DraftName) => ref.send({ type: 'form.open', form: name }),
    close: () => ref.send({ type: 'form.close' }),
    submitName: ({ name }: Readonly<{ name: string }>) => form && submit({ ...form, name }),
    step: (kind: 'archive' | 'restore', draft: PlanDraft) => submit({ kind, draft }),
  };
};
export type DraftsBinding = ReturnType<typeof useDraftList>;
