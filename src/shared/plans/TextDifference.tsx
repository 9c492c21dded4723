import './textDifference.css';
import { diffLines } from 'diff';
import { messages } from '../../../contract/messages.ts';

const t = messages.generalSettings;

/** Normalizes line endings for comparison. */
const normalizeText = (config: string): string => `${config.replaceAll('\r\n', '\n').trimEnd()}\n`;

type Part = Readonly<{ key: string; tone: 'added' | 'removed' | 'same'; value: string }>;
const toDiffParts = (before: string, after: string): readonly Part[] =>
  diffLines(normalizeText(before), normalizeText(after)).map(({ added, removed, value }, index) => ({
    key: String(index),
    tone: added ? 'added' : removed ? 'removed' : 'same',
    value,
  }));

const marks = { added: '+ ', removed: '- ', same: '  ' } as const;
const prefixLines = ({ tone, value }: Part): string =>
  value
    .split('\n')
    .slice(0, -1)
    .map((line) => `${marks[tone]}${line}\n`)
    .join('');

/** Lines that occur only in `after` are added, lines that occur only in `before` are removed. */
export function TextDifference({ before, after }: { before: string; after: string }) {
  const diffParts = toDiffParts(before, after);
  if (diffParts.every(({ tone }) => tone === 'same')) return <p className="muted">{t.sameText}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard.
    <pre className="text-diff" tabIndex={0}>
      {diffParts.map((part) =>
        part.tone === 'same' ? (
          prefixLines(part)
        ) : (
          <span key={part.key} className={`text-${part.tone}`}>
            <span className="p-hidden-accessible">{part.tone === 'added' ? t.added : t.removed}: </span>
            {prefixLines(part)}
          </span>
        ),
      )}
    </pre>
  );
}
