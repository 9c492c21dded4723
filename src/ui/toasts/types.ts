export type ShownToast = { id: string; severity: 'success' | 'info' | 'warning' | 'danger'; text: string; action?: string };
