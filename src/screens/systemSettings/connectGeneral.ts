import type { SnapshotFrom } from 'xstate';
import { messages } from '../../../contract/messages.ts';
import type { generalSettingsMachine } from '../../machines/settings/generalSettings.machine.ts';
import { type PathError, toLineErrors } from '../../shared/plans/lineErrors.ts';

type Snapshot = SnapshotFrom<typeof generalSettingsMachine>;
/** Parses the server's lines, "plans[0].tiers[1].from: must be a number"; a line without a path applies to the whole text. */
const readErrors = (errorText: string): PathError[] =>
  errorText
    .split('\n')
    .filter((rawLine) => rawLine !== '')
    .map((rawLine) => {
      const [, path = '$', message = rawLine] = /^(\S+?): (.+)$/s.exec(rawLine) ?? [];
      return { path, message };
    });

/** Maps a snapshot to the General tab's view. */
export const connectGeneral = (snapshot: Snapshot) => {
  const { draft, preview, fields, error, previewError } = snapshot.context;
  const isChanged = snapshot.matches({ ready: { form: 'changed' } });
  const isBlank = draft.companyName.trim() === '';
  const refusedErrors = readErrors(fields.commissionsConfig ?? '');
  const isPreviewed = snapshot.matches({ ready: { preview: 'shown' } });
  return {
    settings: snapshot.context.settings,
    loading: snapshot.matches('loading'),
    failed: snapshot.matches('failed'),
    busy: snapshot.matches({ ready: { form: 'saving' } }),
    unsaved: snapshot.hasTag('unsaved'),
    companyName: draft.companyName,
    nameError: fields.companyName || (isBlank && isChanged ? messages.generalSettings.companyNameRequired : null),
    config: draft.commissionsConfig,
    configErrors: toLineErrors(
      draft.commissionsConfig,
      refusedErrors.length > 0 ? refusedErrors : isPreviewed ? (preview?.errors ?? []) : [],
    ),
    error,
    maySave: isChanged && !isBlank,
    mayCancel: isChanged,
    /** True if the configuration text changed: saving it requires an impact review. */
    changesConfig: isChanged && draft.commissionsConfig !== snapshot.context.settings?.commissionsConfig,
    review: snapshot.hasTag('reviewing') ? snapshot.context.review : null,
    mayPreview: snapshot.can({ type: 'preview.ask' }),
    calculating: snapshot.matches({ ready: { preview: 'calculating' } }),
    preview: isPreviewed ? preview : null,
    previewError: isPreviewed ? previewError : null,
  };
};
