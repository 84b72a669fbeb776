/** How long somebody points at something before it says more (document 2 §2): what a number means comes soon, a long text late. */
export const TOOLTIP_QUICK_MS = 100
export const TOOLTIP_USUAL_MS = 200
export const TOOLTIP_SLOW_MS = 1_500
