import { useSelector } from '@xstate/react';
import { useMemo, useRef } from 'react';
import { fromPromise } from 'xstate';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import type { ImportKind } from '../../../contract/rules/imports/fields.ts';
import { countUploadParts, importUploadMachine } from '../../machines/imports/importUpload.machine.ts';
import { newId } from '../../services/browser.ts';
import type { Imports } from '../../services/imports.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';
import { useUnsavedGuard } from '../../shared/useUnsavedGuard.ts';

export type UploadProps = Readonly<{ service: Imports; kind?: ImportKind; onClose: () => void; onUploaded: (id: string) => void }>;

/** Connects the upload to the chosen file and the service. */
export const useUpload = ({ service, kind: initialKind, onClose, onUploaded }: UploadProps) => {
  /** Machine context holds only plain data, so the file stays here under a token. */
  const chosenFile = useRef<{ token: string; file: File } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: provided once per opened dialog.
  const machine = useMemo(() => {
    const getFile = (token: string): File => {
      if (chosenFile.current?.token !== token) throw new Error('another file was chosen');
      return chosenFile.current.file;
    };
    return importUploadMachine.provide({
      actors: {
        createRun: fromPromise(({ input: { kind, file } }) => service.create({ kind, file_name: file.name, size: file.size })),
        sendPart: fromPromise(async ({ input: { runId, part, file }, signal }) =>
          service.sendPart(runId, part, getFile(file.token), signal),
        ),
        endUpload: fromPromise(({ input }) => service.endUpload(input.runId)),
      },
      actions: {
        discard: (_, { runId }) => {
          if (runId !== null) service.step(runId, { kind: 'drop' }).catch((error: unknown) => console.warn(error));
        },
        reportUploaded: (_, { runId }) => onUploaded(runId ?? ''),
        reportClosed: onClose,
      },
    });
  }, []);
  const ref = useMachineRef(machine, initialKind ? { kind: initialKind } : {});
  const snapshot = useSelector(ref, (current) => current);
  const { kind, file, part, error } = snapshot.context;
  useUnsavedGuard(snapshot.hasTag('unsaved'), messages.importUpload.leave);
  const sentBytes = Math.min(file?.size ?? 0, part * limits.imports.partBytes);
  const chooseFile = (selectedFile: File): void => {
    const token = newId();
    chosenFile.current = { token, file: selectedFile };
    ref.send({ type: 'file.choose', file: { name: selectedFile.name, size: selectedFile.size, token } });
  };
  return {
    kind,
    file,
    error,
    sent: sentBytes,
    share: file && file.size > 0 ? part / countUploadParts(file.size) : 0,
    choosing: snapshot.matches('choosing'),
    busy: snapshot.hasTag('busy'),
    interrupted: snapshot.matches('interrupted'),
    mayUpload: snapshot.can({ type: 'upload.start' }),
    mayCancel: snapshot.can({ type: 'upload.cancel' }),
    chooseKind: (value: ImportKind) => ref.send({ type: 'kind.choose', kind: value }),
    choose: chooseFile,
    /** A pasted table becomes a file. */
    paste: (table: string) => chooseFile(new File([table], messages.importUpload.pastedName, { type: 'text/csv' })),
    start: () => ref.send({ type: 'upload.start' }),
    retry: () => ref.send({ type: 'upload.retry' }),
    cancel: () => ref.send({ type: 'upload.cancel' }),
  };
};
