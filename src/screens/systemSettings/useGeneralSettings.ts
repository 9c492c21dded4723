import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { ConfigVersion } from '../../../contract/entities/people.ts';
import type { GeneralSettings } from '../../../contract/entities/settings.ts';
import { messages } from '../../../contract/messages.ts';
import { useApp, useFeature, useToast } from '../../app/context.ts';
import { generalSettingsMachine } from '../../machines/settings/generalSettings.machine.ts';
import { createGeneralSettings } from '../../services/generalSettings.ts';
import { useAnswer } from '../../shared/useAnswer.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';
import { usePendingFigures } from '../../shared/usePendingFigures.ts';
import { useUnsavedGuard } from '../../shared/useUnsavedGuard.ts';
import { connectGeneral } from './connectGeneral.ts';

const t = messages.generalSettings;

/** Connects the General tab; after a save, the page title, brand and login reload the company name. */
export const useGeneralSettings = () => {
  const { http, settings } = useApp();
  const toast = useToast();
  const service = useMemo(() => createGeneralSettings(http), [http]);
  const hasHistory = useFeature('config-history');
  const hasReviews = useFeature('config-change');
  const versions = useAnswer<readonly ConfigVersion[]>(async () => (hasHistory ? service.versions() : []), {}, t.versionsFailed);
  const { ask: askVersions } = versions;
  const machine = useMemo(
    () =>
      generalSettingsMachine.provide({
        actors: {
          loadGeneral: fromPromise(() => service.load()),
          saveGeneral: fromPromise(({ input: { draft, version } }) =>
            service.save(draft, version).catch((error: unknown) => {
              // The history shows whose save caused the refusal.
              askVersions({});
              throw error;
            }),
          ),
          previewConfig: fromPromise(({ input, signal }) => service.preview(input.commissionsConfig, signal)),
        },
        actions: {
          reportSaved: () => {
            settings.send({ type: 'settings.changed' });
            toast(t.saved);
            askVersions({});
          },
        },
      }),
    [service, settings, toast, askVersions],
  );
  const ref = useMachineRef(machine);
  const view = connectGeneral(useSelector(ref, (snapshot) => snapshot));
  // Reloads only the recomputation's progress, so typed text is not overwritten.
  const progress = useAnswer<GeneralSettings | null>(async ({ again }) => (again ? service.load() : null), {}, t.loadFailed);
  const { ask: askProgress } = progress;
  const latest = progress.answer?.version === view.settings?.version ? (progress.answer ?? view.settings) : view.settings;
  const computing = latest?.computing ?? null;
  const pending = usePendingFigures(latest, computing ? computing.total - computing.done : 0, () => askProgress({ again: 'yes' }));
  useUnsavedGuard(view.unsaved);
  return {
    view,
    computing: pending > 0 ? computing : null,
    service,
    versions: hasHistory ? versions : null,
    previews: useFeature('config-preview'),
    reviews: hasReviews,
    review: (commissionsConfig: string, backTo: number | null = null) =>
      ref.send({ type: 'review.open', review: { commissionsConfig, backTo } }),
    closeReview: () => ref.send({ type: 'review.close' }),
    reviewed: (saved: GeneralSettings) => ref.send({ type: 'review.saved', settings: saved }),
    typeName: (typed: string) => ref.send({ type: 'name.type', text: typed }),
    typeConfig: (typed: string) => ref.send({ type: 'config.type', text: typed }),
    save: () => ref.send({ type: 'draft.save' }),
    cancel: () => ref.send({ type: 'draft.cancel' }),
    dismiss: () => ref.send({ type: 'error.dismiss' }),
    retry: () => ref.send({ type: 'settings.retry' }),
    preview: () => ref.send({ type: 'preview.ask' }),
    closePreview: () => ref.send({ type: 'preview.close' }),
  };
};
export type General = ReturnType<typeof useGeneralSettings>;
