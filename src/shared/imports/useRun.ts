import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { ImportDetail } from '../../../contract/entities/import.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { useToast } from '../../app/context.ts';
import { importRunMachine, isBusy, type RunStep } from '../../machines/imports/importRun.machine.ts';
import { confirmWithUser, saveFile } from '../../services/browser.ts';
import type { Imports } from '../../services/imports.ts';
import { useMachineRef } from '../useMachineRef.ts';

const text = messages.importRun;
const questions: Partial<Record<RunStep['kind'], string>> = {
  undo: text.confirmUndo,
  drop: text.confirmDrop,
  cancel: text.confirmCancel,
};
export type RunProps = Readonly<{ id: string; service: Imports; onChanged: () => void; onClose: () => void }>;

const ask = ({ title }: ImportDetail, { kind }: RunStep): boolean => {
  const question = questions[kind];
  return question === undefined || confirmWithUser(fill(question, { title }));
};

/** Binds a run to the server and to the browser's own questions. */
export const useRun = ({ id, service, onChanged, onClose }: RunProps) => {
  const toast = useToast();
  // biome-ignore lint/correctness/useExhaustiveDependencies: provided once for one opened run.
  const machine = useMemo(
    () =>
      importRunMachine.provide({
        actors: {
          loadRun: fromPromise(({ input, signal }) => service.find(input.id, signal)),
          askStep: fromPromise(async ({ input: { run, step } }) => ask(run, step)),
          saveStep: fromPromise(({ input }) => service.step(input.id, input.step)),
        },
        actions: {
          reportChanged: onChanged,
          reportGone: (_, { run }) => {
            toast(fill(text.dropped, { title: run?.title ?? '' }));
            onClose();
          },
        },
      }),
    [],
  );
  const ref = useMachineRef(machine, { id });
  const snapshot = useSelector(ref, (current) => current);
  const { run, error } = snapshot.context;
  return {
    run,
    error,
    failed: snapshot.matches('failed'),
    /** A step is under way: no other one is begun. */
    stepping: snapshot.matches('asking') || snapshot.matches('saving'),
    working: isBusy(run),
    step: (step: RunStep) => ref.send({ type: 'step.choose', step }),
    dismiss: snapshot.can({ type: 'error.dismiss' }) ? () => ref.send({ type: 'error.dismiss' }) : undefined,
    retry: () => ref.send({ type: 'run.retry' }),
    download: async () => saveFile(fill(text.downloadName, { id }), await service.refused(id)),
  };
};
export type BoundRun = ReturnType<typeof useRun>;
