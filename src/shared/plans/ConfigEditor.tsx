import './configEditor.css';
import { useRef, useState } from 'react';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { pathAt } from '../../../contract/rules/jsonLines.ts';
import { Field } from '../../ui/form/Field.tsx';
import { Textarea } from '../../ui/form/Textarea.tsx';
import type { LineError } from './lineErrors.ts';

const t = messages.generalSettings;
type Props = { value: string; errors: readonly LineError[]; disabled: boolean; helps: boolean; onType: (typed: string) => void };

const goTo = (area: HTMLTextAreaElement, line: number): void => {
  const lines = area.value.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, lineText) => sum + lineText.length + 1, 0);
  area.focus();
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  area.scrollTop = (area.scrollHeight / lines.length) * Math.max(0, line - Math.ceil(limits.configRows / 2));
};

/** Help for the key at the cursor, otherwise for the nearest enclosing key. */
function KeyHelp({ path }: { path: string }) {
  let helpPath = path;
  while (helpPath !== '' && !messages.configKeys[helpPath]) helpPath = helpPath.slice(0, Math.max(0, helpPath.lastIndexOf('.')));
  return (
    <p className="config-help muted" role="status">
      {helpPath === '' ? (
        messages.planEditor.noHelp
      ) : (
        <>
          <code>{helpPath}</code>: {messages.configKeys[helpPath]}
        </>
      )}
    </p>
  );
}

/** spec 2.50: JSON in a textarea of 15 rows; each error links to its line. */
export function ConfigEditor({ value, errors, disabled, helps, onType }: Props) {
  const [key, setKey] = useState('');
  const area = useRef<HTMLTextAreaElement>(null);
  return (
    <>
      <Field label={t.config} hint={t.configHint}>
        {(controlProps) => (
          <Textarea
            {...controlProps}
            ref={area}
            className="config-text"
            rows={limits.configRows}
            spellCheck={false}
            autoComplete="off"
            wrap="off"
            aria-invalid={errors.length > 0 || undefined}
            value={value}
            disabled={disabled}
            onSelect={({ currentTarget }) =>
              helps && setKey(pathAt(currentTarget.value, currentTarget.selectionStart).replace(/\[\d+\]/g, ''))
            }
            onChange={({ target }) => onType(target.value)}
          />
        )}
      </Field>
      {helps && <KeyHelp path={key} />}
      {errors.length > 0 && (
        <div role="alert">
          <ul className="config-errors">
            {errors.map(({ path, message, line }) => (
              <li key={`${path} ${message}`}>
                <button type="button" className="config-error" onClick={() => area.current && goTo(area.current, line)}>
                  {fill(t.line, { line, message: path === '$' ? message : `${path} ${message}` })}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
