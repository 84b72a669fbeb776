/** Hover delays before a tooltip (document 2 §2): short for the meaning of a number, long for a long text. */
export const TOOLTIP_QUICK_MS = 100
export const TOOLTIP_USUAL_MS = 200
export const TOOLTIP_SLOW_MS = 1_500
