import { type InputHTMLAttributes, type KeyboardEvent, type Ref, useId, useState } from 'react';

const MAX_OPTIONS = 8;

type Props = Readonly<{
  input: InputHTMLAttributes<HTMLInputElement> & { ref: Ref<HTMLInputElement> };
  label: string;
  suggestions: readonly string[];
  /** Called when a suggestion is chosen, as by Enter. */
  onChoose: (value: string) => void;
}>;

/** Suggestions that start with the text, then those that contain it. */
export const filterSuggestions = (text: string, suggestions: readonly string[]): readonly string[] => {
  const query = text.trim().toLowerCase();
  const matches = suggestions.filter((option) => option.toLowerCase().includes(query) && option.toLowerCase() !== query);
  const startsWithQuery = (option: string): boolean => option.toLowerCase().startsWith(query);
  return [...matches.filter(startsWithQuery), ...matches.filter((option) => !startsWithQuery(option))].slice(0, MAX_OPTIONS);
};

/** Cycles through the list; -1 (no choice) comes between its end and its start. */
const stepIndex = (index: number, delta: number, count: number): number => ((index + 1 + delta + count + 1) % (count + 1)) - 1;

/** Free text with suggestions while typing (WAI-ARIA combobox): arrow keys highlight, the text changes only when a suggestion is chosen. */
export function SuggestField({ input, label, suggestions, onChoose }: Props) {
  const { onKeyDown, onChange, defaultValue, ...rest } = input;
  const [text, setText] = useState(String(defaultValue ?? ''));
  const [activeIndex, setActiveIndex] = useState(-1);
  const listId = useId();
  const matches = filterSuggestions(text, suggestions);
  const highlighted = matches[activeIndex];
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const delta = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (delta !== 0 && matches.length > 0 && !event.altKey) {
      event.preventDefault();
      setActiveIndex(stepIndex(activeIndex, delta, matches.length));
      return;
    }
    // Ending the edit reads the field, so the choice must be written to it first.
    if (highlighted !== undefined && (event.key === 'Enter' || event.key === 'Tab')) event.currentTarget.value = highlighted;
    onKeyDown?.(event);
  };
  return (
    <span className="grid-suggest">
      <input
        {...rest}
        defaultValue={defaultValue}
        role="combobox"
        aria-expanded={matches.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={highlighted === undefined ? undefined : `${listId}-${activeIndex}`}
        onKeyDown={onKey}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setActiveIndex(-1);
          onChange?.(event);
        }}
      />
      <div id={listId} role="listbox" aria-label={label} className="grid-suggestions" hidden={matches.length === 0}>
        {matches.map((option, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option.
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
          <div
            key={option}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === activeIndex}
            // Keeps focus in the field, so the edit does not end before the choice.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(option)}
          >
            {option}
          </div>
        ))}
      </div>
    </span>
  );
}
