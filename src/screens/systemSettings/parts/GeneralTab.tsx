import { type FormEvent, Suspense, useState } from 'react';
import { fill, messages } from '../../../../contract/messages.ts';
import { useFeature } from '../../../app/context.ts';
import { ConfigEditor } from '../../../shared/plans/ConfigEditor.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { formatInstantDay } from '../../../ui/display/formatInstant.ts';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { lazyComponent } from '../../../ui/support/later.tsx';
import { useKeptFocus } from '../../../ui/support/useKeptFocus.ts';
import { useConfigWords } from '../useConfigWords.ts';
import { type General, useGeneralSettings } from '../useGeneralSettings.ts';
import { CompanyLogo } from './CompanyLogo.tsx';
import { ConfigEffects } from './ConfigEffects.tsx';
import { PlanEditor } from './PlanEditor.tsx';
import { TerritoryDesk } from './TerritoryDesk.tsx';
import { Versions } from './Versions.tsx';

const [ChangeDialog] = lazyComponent(() => import('../../../shared/plans/change/ChangeDialog.tsx'));

const t = messages.generalSettings;
const SKELETON_PX = 420;
/** The buttons are below the form, next to the fields that also change its values. */
const FORM_ID = 'general-settings';

function Buttons({ general }: { general: General }) {
  const { view } = general;
  return (
    <p className="system-actions">
      <Button type="submit" form={FORM_ID} disabled={!view.maySave} loading={view.busy} loadingLabel={t.saving}>
        {t.save}
      </Button>
      <Button severity="secondary" disabled={!view.mayCancel} onClick={general.cancel}>
        {messages.cancel}
      </Button>
      {general.previews && (
        <Button severity="secondary" disabled={!view.mayPreview || view.busy} onClick={general.preview}>
          {t.preview}
        </Button>
      )}
    </p>
  );
}

/**
 * Saves texts that need no impact review directly: invalid ones, which the server refuses with their line numbers (spec 8.06), and those
 * that change no pay.
 */
const reviewOrSave = async ({ view: { config, settings }, save, review }: General): Promise<void> => {
  const { needsReview } = await import('../readConfig.ts');
  if (needsReview(settings?.commissionsConfig ?? '', config)) review(config);
  else save();
};

/** spec 2.50, 8.06: company name and commissionsConfig. */
export function GeneralTab() {
  const general = useGeneralSettings();
  const { view } = general;
  const [hasTerritories, hasLogo] = [useFeature('territories'), useFeature('logo')];
  const hasPlanPage = useFeature('plan-drafts');
  const configWords = useConfigWords(view.config, hasPlanPage);
  // Opens by itself once to show errors; after that, the user decides.
  const [isJsonOpen, setJsonOpen] = useState(false);
  const [hadErrors, setHadErrors] = useState(false);
  const current = general.versions?.answer?.find((version) => version.current);
  const hasErrors = view.configErrors.length > 0;
  if (hasErrors !== hadErrors) {
    setHadErrors(hasErrors);
    if (hasErrors) setJsonOpen(true);
  }
  // Saving disables the Save button, which would lose focus.
  const ref = useKeptFocus<HTMLDivElement>(view.busy, view.maySave, view.review === null);
  if (view.loading) return <Skeleton height={SKELETON_PX} />;
  if (view.failed) return <Alert onRetry={general.retry}>{view.error}</Alert>;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!view.maySave) return;
    if (general.reviews && view.changesConfig) void reviewOrSave(general);
    else general.save();
  };
  const editor = (
    <ConfigEditor
      value={view.config}
      errors={view.configErrors.length > 0 ? view.configErrors : (configWords.words?.errors ?? [])}
      disabled={view.busy}
      helps={hasPlanPage}
      onType={general.typeConfig}
    />
  );
  return (
    <div className="form-stack" ref={ref} tabIndex={-1}>
      {current && (
        <p>
          <strong>{fill(t.answer, { version: current.version, since: formatInstantDay(current.created_at) })}</strong>{' '}
          {fill(t.answerBy, { who: current.created_by ?? t.system })}
        </p>
      )}
      {general.computing && (
        <p className="muted" role="status">
          {fill(t.computing, general.computing)}
        </p>
      )}
      <Card>
        <form id={FORM_ID} className="form-stack" onSubmit={submit} noValidate>
          {view.error !== null && <Alert onDismiss={general.dismiss}>{view.error}</Alert>}
          <div className="system-name">
            <Field label={t.companyName} error={view.nameError}>
              {(controlProps) => (
                <Input
                  {...controlProps}
                  value={view.companyName}
                  readOnly={view.busy}
                  autoComplete="organization"
                  onChange={({ target }) => general.typeName(target.value)}
                />
              )}
            </Field>
          </div>
          {hasPlanPage ? (
            <details className="system-json" open={isJsonOpen} onToggle={({ currentTarget }) => setJsonOpen(currentTarget.open)}>
              <summary>{t.asJson}</summary>
              {editor}
            </details>
          ) : (
            editor
          )}
        </form>
      </Card>
      {hasPlanPage && <PlanEditor config={view.config} typed={configWords} disabled={view.busy} onChange={general.typeConfig} />}
      <div className="system-bar" data-changed={view.mayCancel || undefined}>
        <ConfigEffects general={general} />
        <Buttons general={general} />
      </div>
      {view.review && (
        <Suspense fallback={null}>
          <ChangeDialog
            service={general.service}
            request={{
              companyName: view.review.backTo === null ? view.companyName : (view.settings?.companyName ?? ''),
              commissionsConfig: view.review.commissionsConfig,
              version: view.settings?.version ?? null,
            }}
            backTo={view.review.backTo}
            onSaved={general.reviewed}
            onClose={general.closeReview}
          />
        </Suspense>
      )}
      {hasLogo && <CompanyLogo />}
      {hasTerritories && <TerritoryDesk />}
      {general.versions && <Versions general={general} versions={general.versions} />}
    </div>
  );
}
