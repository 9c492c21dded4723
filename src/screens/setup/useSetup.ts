import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { Setup, SetupItemKey } from '../../../contract/entities/setup.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { useApp, useToast } from '../../app/context.ts';
import { type SetupForm, type SetupStep, setupMachine } from '../../machines/setup/setup.machine.ts';
import { createSetup } from '../../services/setup.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';

const t = messages.setup;

const save = (service: ReturnType<typeof createSetup>, step: SetupStep): Promise<Setup> => {
  if (step.kind === 'skip') return service.skip(step.key, step.reason);
  if (step.kind === 'unskip') return service.unskip(step.key);
  return step.kind === 'goLive' ? service.goLive(step.accepted) : service.undo();
};
const getSavedText = (step: SetupStep): string => {
  if (step.kind === 'goLive') return t.wentLive;
  if (step.kind === 'undo') return t.undone;
  return fill(step.kind === 'skip' ? t.skipped : t.unskipped, { item: messages.setupItemTexts[step.key].title });
};

/** Connects the checklist to the server; the app frame updates when the company goes live. */
export const useSetup = () => {
  const { http, settings } = useApp();
  const toast = useToast();
  const service = useMemo(() => createSetup(http), [http]);
  const machine = useMemo(
    () =>
      setupMachine.provide({
        actors: {
          load: fromPromise(async ({ signal }) => {
            const setup = await service.read(signal);
            // Another admin may have gone live or undone it; the settings decide whether the banner is shown.
            if (setup.live === settings.getSnapshot().context.settingUp) settings.send({ type: 'settings.changed' });
            return setup;
          }),
          save: fromPromise(({ input: { step } }) => save(service, step)),
        },
        actions: {
          reportSaved: (_, { step }) => {
            toast(getSavedText(step));
            if (step.kind === 'goLive' || step.kind === 'undo') settings.send({ type: 'settings.changed' });
          },
        },
      }),
    [service, settings, toast],
  );
  const ref = useMachineRef(machine);
  const snapshot = useSelector(ref, (state) => state);
  const { content, form, error, fields } = snapshot.context;
  const submit = (step: SetupStep): void => ref.send({ type: 'step.submit', step });
  const open = (next: SetupForm): void => ref.send({ type: 'form.open', form: next });
  return {
    service,
    setup: content,
    form,
    error,
    fields,
    failed: snapshot.matches('failed'),
    busy: snapshot.hasTag('busy'),
    canGoLive: snapshot.can({ type: 'form.open', form: { kind: 'goLive' } }),
    canUndo: snapshot.can({ type: 'step.submit', step: { kind: 'undo' } }),
    canSkip: (key: SetupItemKey) => snapshot.can({ type: 'form.open', form: { kind: 'skip', key } }),
    canUnskip: (key: SetupItemKey) => snapshot.can({ type: 'step.submit', step: { kind: 'unskip', key } }),
    open,
    close: () => ref.send({ type: 'form.close' }),
    retry: () => ref.send({ type: 'desk.reload' }),
    dismiss: () => ref.send({ type: 'error.dismiss' }),
    skip: (key: SetupItemKey, reason: string) => submit({ kind: 'skip', key, reason }),
    unskip: (key: SetupItemKey) => submit({ kind: 'unskip', key }),
    goLive: (accepted: boolean) => submit({ kind: 'goLive', accepted }),
    undo: () => submit({ kind: 'undo' }),
  };
};
export type SetupBinding = ReturnType<typeof useSetup>;
