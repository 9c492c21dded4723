import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { Passkey } from '../../../contract/entities/secondFactor.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { useApp, useConfirm, useToast } from '../../app/context.ts';
import { type FactorForm, type FactorResult, type FactorStep, secondFactorMachine } from '../../machines/session/secondFactor.machine.ts';
import { confirmWithUser } from '../../services/browser.ts';
import { createSecondFactor } from '../../services/secondFactor.ts';
import { useMachineRef } from '../useMachineRef.ts';

const t = messages.secondFactor;
const questions = { renewCodes: t.confirmRegenerate, disable: t.confirmRemove, removePasskey: t.confirmRemovePasskey } as const;
const doneMessages: Readonly<Partial<Record<FactorStep['kind'], string>>> = {
  enable: t.enabled,
  renewCodes: t.regenerated,
  disable: t.removed,
  addPasskey: t.passkeyAdded,
  removePasskey: t.passkeyRemoved,
};
const nameIn = (step: FactorStep): string =>
  step.kind === 'addPasskey' ? step.name : step.kind === 'removePasskey' ? step.passkey.name : '';

const runStep = async (service: ReturnType<typeof createSecondFactor>, step: FactorStep): Promise<FactorResult> => {
  if (step.kind === 'begin') return { begun: await service.begin(step.password) };
  if (step.kind === 'enable') return { codes: (await service.enable(step.code)).recovery_codes };
  if (step.kind === 'renewCodes') return { codes: (await service.renewCodes()).recovery_codes };
  if (step.kind === 'addPasskey') await service.addPasskey(step.name);
  else if (step.kind === 'removePasskey') await service.removePasskey(step.passkey.id);
  else await service.disable();
  return null;
};

/** Binds the user's second factor. `isDue`: they must set it up before anything else. */
export const useSecondFactor = (isDue = false) => {
  const { http, session } = useApp();
  const toast = useToast();
  const confirm = useConfirm();
  const machine = useMemo(() => {
    const service = createSecondFactor(http);
    return secondFactorMachine.provide({
      actors: {
        load: fromPromise(async ({ signal }) => ({ state: await service.state(signal), begun: null, codes: null })),
        confirm: fromPromise(async ({ input: { step } }) => {
          const question = questions[step.kind as keyof typeof questions];
          return confirm({ ...question, title: fill(question.title, { name: nameIn(step) }) });
        }),
        save: fromPromise(({ input: { step } }) => runStep(service, step)),
      },
      actions: {
        reportSaved: (_, { step }) => {
          const done = doneMessages[step.kind];
          if (done) toast(fill(done, { name: nameIn(step) }));
          // If the user's role requires it, they must set it up again immediately.
          if (step.kind === 'disable') session.send({ type: 'factor.changed' });
          if (isDue && step.kind === 'enable') session.send({ type: 'factor.enabled' });
        },
      },
    });
  }, [http, session, toast, confirm, isDue]);
  const ref = useMachineRef(machine);
  const snapshot = useSelector(ref, (state) => state);
  const { content, form, error, fields } = snapshot.context;
  const submit = (step: FactorStep): void => ref.send({ type: 'step.submit', step });
  const reload = (): void => ref.send({ type: 'desk.reload' });
  return {
    state: content?.state ?? null,
    begun: content?.begun ?? null,
    codes: content?.codes ?? null,
    form,
    error,
    fields,
    waits: snapshot.matches('loading') && content === null,
    failed: snapshot.matches('failed'),
    saving: snapshot.hasTag('busy'),
    /** True if no request is running and no form is open. */
    settled: snapshot.matches('shown'),
    retry: reload,
    dismiss: () => ref.send({ type: 'error.dismiss' }),
    open: (kind: FactorForm['kind']) => ref.send({ type: 'form.open', form: { kind } }),
    close: () => ref.send({ type: 'form.close' }),
    begin: (password: string) => submit({ kind: 'begin', password }),
    enable: (code: string) => submit({ kind: 'enable', code }),
    renewCodes: () => submit({ kind: 'renewCodes' }),
    disable: () => submit({ kind: 'disable' }),
    addPasskey: (name: string) => submit({ kind: 'addPasskey', name }),
    removePasskey: (passkey: Passkey) => submit({ kind: 'removePasskey', passkey }),
    /** Abandons a setup that has already begun. */
    leave: reload,
    codesSaved: () => {
      if (isDue) session.send({ type: 'factor.changed' });
      else reload();
    },
    closeCodes: () => confirmWithUser(t.codesLeave) && reload(),
  };
};
export type SecondFactorView = ReturnType<typeof useSecondFactor>;
