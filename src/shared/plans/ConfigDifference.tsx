import { useMemo, useState } from 'react';
import { messages } from '../../../contract/messages.ts';
import { textChanges } from '../../../contract/rules/commission/clauses/textChanges.ts';
import { Button } from '../../ui/Button.tsx';
import { ClauseChanges } from './ClauseChanges.tsx';
import { TextDifference } from './TextDifference.tsx';

const t = messages.clauseChanges;
type Props = Readonly<{ before: string; after: string; names: ReadonlyMap<string, string> }>;

/** Compares two configurations in words, and line by line on request; only line by line if one of them cannot be parsed. */
export function ConfigDifference({ before, after, names }: Props) {
  const changes = useMemo(() => textChanges(before, after, names), [before, after, names]);
  const [showsLines, setShowsLines] = useState(false);
  if (changes === null)
    return (
      <>
        <p className="muted">{t.unreadable}</p>
        <TextDifference before={before} after={after} />
      </>
    );
  return (
    <div className="form-stack">
      {changes.length === 0 ? <p className="muted">{t.none}</p> : <ClauseChanges changes={changes} label={t.label} />}
      <p>
        <Button size="small" severity="text" aria-expanded={showsLines} onClick={() => setShowsLines(!showsLines)}>
          {showsLines ? t.hideLines : t.showLines}
        </Button>
      </p>
      {showsLines && <TextDifference before={before} after={after} />}
    </div>
  );
}
