import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { ImportState } from '../../../contract/lifecycles/importRun.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { useConfirm, useToast } from '../../app/context.ts';
import { type ImportRunStep, importRunMachine, isBusy } from '../../machines/imports/importRun.machine.ts';
import { saveFile } from '../../services/browser.ts';
import type { Imports } from '../../services/imports.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';

const t = messages.importRun;
/** Confirmations for steps that cannot be undone (decisions 8.01, 8.02). */
const questions: Partial<Record<ImportRunStep['kind'], Readonly<{ text: string; accept: string }>>> = {
  undo: { text: t.confirmUndo, accept: t.undo },
  drop: { text: t.confirmDrop, accept: t.drop },
  dropRows: { text: t.confirmDropRows, accept: t.dropRow },
};
/** `listed`: the state shown in the list; null if the list does not show the run. */
export type RunProps = Readonly<{ id: string; listed: ImportState | null; service: Imports; onChanged: () => void; onClose: () => void }>;

/** Connects a run to the server and the browser's dialogs. */
export const useRun = ({ id, listed, service, onChanged, onClose }: RunProps) => {
  const toast = useToast();
  const confirm = useConfirm();
  // biome-ignore lint/correctness/useExhaustiveDependencies: provided once per opened run.
  const machine = useMemo(
    () =>
      importRunMachine.provide({
        actors: {
          loadRun: fromPromise(({ input, signal }) => service.find(input.id, signal)),
          askStep: fromPromise(async ({ input: { run, step } }) => {
            const question = questions[step.kind];
            if (question === undefined) return true;
            return confirm({ title: run.title, text: fill(question.text, { title: run.title }), accept: question.accept });
          }),
          saveStep: fromPromise(({ input }) => service.step(input.id, input.step)),
        },
        actions: {
          reportChanged: onChanged,
          reportGone: (_, { run }) => {
            toast(fill(t.dropped, { title: run?.title ?? '' }));
            onClose();
          },
        },
      }),
    [],
  );
  const ref = useMachineRef(machine, { id, listed });
  const snapshot = useSelector(ref, (current) => current);
  const { run, error, waits } = snapshot.context;
  return {
    run,
    error,
    waits,
    failed: snapshot.matches('failed'),
    /** True while a step is in progress; no other step can start. */
    stepping: ['asking', 'saving', 'rereading'].some((state) => snapshot.matches(state as 'saving')),
    working: isBusy(run),
    step: (step: ImportRunStep) => ref.send({ type: 'step.choose', step }),
    dismiss: snapshot.can({ type: 'error.dismiss' }) ? () => ref.send({ type: 'error.dismiss' }) : undefined,
    retry: () => ref.send({ type: 'run.retry' }),
    download: async () => saveFile(fill(t.downloadName, { id }), await service.refused(id)),
  };
};
export type ImportRunBinding = ReturnType<typeof useRun>;
