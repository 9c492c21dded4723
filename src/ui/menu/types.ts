export type MenuItem = {
  key: string;
  label: string;
  /** One of `icons.ts`. */
  icon?: string;
  danger?: boolean;
  disabled?: boolean;
  onSelect: () => void;
};
