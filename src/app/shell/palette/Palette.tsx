import './palette.css';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { messages } from '../../../../contract/messages.ts';
import Dialog from '../../../ui/dialog/Dialog.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Icon } from '../../../ui/display/Icon.tsx';
import { angleRight, bolt, briefcase, calendar, dollar, file, infoCircle, user as userIcon, users } from '../../../ui/display/icons.ts';
import { Input } from '../../../ui/form/Input.tsx';
import { iconNamed } from '../menuIcons.ts';
import type { PaletteOption } from './connectPalette.ts';
import { usePalette } from './usePalette.ts';

const t = messages.palette;
const icons: Readonly<Record<PaletteOption['kind'], string>> = {
  verb: bolt,
  page: angleRight,
  person: userIcon,
  customer: users,
  record: dollar,
  invoice: dollar,
  event: calendar,
  deal: briefcase,
  clause: infoCircle,
};

type Props = Readonly<{
  onClose: () => void;
  /** Called once the field has focus; returns the text that was typed before. */
  onReady: () => string;
}>;

/** Finds screens, people, customers, invoices, events, deals and plan rules, and runs actions of the page. Load it lazily. */
export default function Palette({ onClose, onReady }: Props) {
  const { view, ...act } = usePalette(onClose);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const isReady = useRef(false);
  const optionId = (index: number): string => `${id}-${index}`;
  const index = view.active ? view.options.indexOf(view.active) : -1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever another option is active.
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [index]);
  const onFocus = (): void => {
    if (isReady.current) return;
    isReady.current = true;
    const buffered = onReady();
    if (buffered !== '') act.type(buffered);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step === undefined || event.nativeEvent.isComposing) return;
    event.preventDefault();
    act.move(step);
  };
  return (
    <Dialog title={t.title} onClose={act.close}>
      <form
        className="palette"
        onSubmit={(event) => {
          event.preventDefault();
          if (view.active) act.choose(view.active.option.id);
        }}
      >
        <Input
          type="text"
          role="combobox"
          className="palette-field"
          aria-label={t.field}
          aria-expanded={view.options.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={index < 0 ? undefined : optionId(index)}
          placeholder={t.placeholder}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={view.text}
          onChange={({ target }) => act.type(target.value)}
          onFocus={onFocus}
          onKeyDown={onKeyDown}
        />
        {view.failed && <Alert onRetry={act.retry}>{t.failed}</Alert>}
        <div ref={list} id={`${id}-list`} role="listbox" aria-label={t.results} className="palette-list" aria-busy={view.busy}>
          {view.groups.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options in a listbox.
            <div key={group.key} role="group" aria-label={group.title}>
              <p className="palette-group" aria-hidden="true">
                {group.title}
              </p>
              {group.options.map((option) => {
                const optionIndex = view.options.findIndex(({ key }) => key === `${group.key} ${option.id}`);
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field keeps focus and handles the keys.
                  <div
                    key={option.id}
                    id={optionId(optionIndex)}
                    role="option"
                    aria-selected={optionIndex === index}
                    className="palette-option"
                    onClick={() => act.choose(option.id)}
                  >
                    <Icon svg={iconNamed[option.icon ?? ''] ?? icons[option.kind] ?? file} />
                    <span className="palette-title">{option.title}</span>
                    {option.detail !== null && <span className="palette-detail muted">{option.detail}</span>}
                  </div>
                );
              })}
            </div>
          ))}
        </div>
        <p className="palette-status muted" role="status">
          {view.status}
        </p>
      </form>
    </Dialog>
  );
}
