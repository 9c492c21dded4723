import { useState } from 'react';
import type { ConfigVersion, ConfigVersionText } from '../../../../contract/entities/people.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { useFeature, useToast } from '../../../app/context.ts';
import { Readers } from '../../../shared/plans/change/Readers.tsx';
import { TextDifference } from '../../../shared/plans/TextDifference.tsx';
import { WakeLink } from '../../../shared/trace/WakeLink.tsx';
import { useAnswer } from '../../../shared/useAnswer.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { formatInstant } from '../../../ui/display/formatInstant.ts';

import type { General } from '../useGeneralSettings.ts';

const t = messages.generalSettings;

/** Compares a version with the typed text; a button restores it. */
function VersionComparison({ version, general }: { version: ConfigVersion; general: General }) {
  const toast = useToast();
  const { answer, error, retry } = useAnswer<ConfigVersionText>(() => general.service.version(version.id), {}, t.versionsFailed);
  if (error !== null) return <Alert onRetry={retry}>{error}</Alert>;
  if (!answer) return null;
  const restore = (): void => {
    general.typeConfig(answer.commissionsConfig);
    toast(fill(t.restored, { version: version.version }), 'info');
  };
  return (
    <div className="form-stack">
      <h3>{fill(t.differs, { version: version.version })}</h3>
      <TextDifference before={answer.commissionsConfig} after={general.view.config} />
      <p>
        <Button size="small" severity="secondary" disabled={general.view.busy} onClick={restore}>
          {t.restore}
        </Button>
      </p>
    </div>
  );
}

/** Restores the previous version as a new one, after the same review (decisions 2.07). */
function RestoreButton({ to, general }: { to: ConfigVersion; general: General }) {
  const { answer } = useAnswer<ConfigVersionText>(() => general.service.version(to.id), {}, t.versionsFailed);
  const words = messages.configChange;
  return (
    <Button
      size="small"
      severity="secondary"
      title={fill(words.backHint, { version: to.version })}
      disabled={general.view.busy || general.view.unsaved || answer === null}
      onClick={() => answer && general.review(answer.commissionsConfig, to.version)}
    >
      {words.back}
    </Button>
  );
}

/** All versions of the commissionsConfig, newest first. */
export function Versions({ general, versions }: { general: General; versions: NonNullable<General['versions']> }) {
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const [readingId, setReadingId] = useState<string | null>(null);
  const hasWake = useFeature('wake');
  const list = versions.answer ?? [];
  return (
    <Card title={t.versions}>
      {versions.error !== null && <Alert onRetry={versions.retry}>{versions.error}</Alert>}
      {list.length === 0 && !versions.loading && versions.error === null && <p className="muted">{t.noVersions}</p>}
      <ul>
        {list.map((version, index) => (
          <li key={version.id} className="system-version">
            <p className="system-version-line">
              <span>
                {fill(t.version, {
                  version: version.version,
                  when: formatInstant(version.created_at),
                  who: version.created_by ?? t.system,
                })}{' '}
                {version.current && <Badge severity="success">{t.current}</Badge>}{' '}
                {version.reviewed === false && <Badge severity="warning">{t.unreviewed}</Badge>}
              </span>
              {hasWake && <WakeLink of={{ kind: 'config', id: version.id }}>{messages.wake.link}</WakeLink>}
              {general.reviews && (
                <Button
                  size="small"
                  severity="secondary"
                  aria-expanded={readingId === version.id}
                  aria-label={`${messages.configChange.who}: ${version.version}`}
                  onClick={() => setReadingId(readingId === version.id ? null : version.id)}
                >
                  {messages.configChange.who}
                </Button>
              )}
              {general.reviews && version.current && list[index + 1] && (
                <RestoreButton to={list[index + 1] as ConfigVersion} general={general} />
              )}
              <Button
                size="small"
                severity="secondary"
                aria-expanded={selectedId === version.id}
                aria-label={`${t.compare}: ${version.version}`}
                onClick={() => setSelectedId(selectedId === version.id ? null : version.id)}
              >
                {t.compare}
              </Button>
            </p>
            {readingId === version.id && <Readers id={version.id} service={general.service} />}
            {selectedId === version.id && <VersionComparison version={version} general={general} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}
