/** Which way a link leads, drawn for this portal on a 24 px grid, as strokes. */
export const SIGNPOSTS = {
  back: 'M11 5l-7 7 7 7M4 12h16',
  onward: 'M9 5l7 7-7 7',
  opensPage: 'M8 6h10v10M18 6L7 17',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5L20 20',
  call: 'M6 3h3l2 5-2.5 1.8a12 12 0 0 0 5.7 5.7L16 13l5 2v3a2.5 2.5 0 0 1-2.5 2.5A15.5 15.5 0 0 1 3.5 5.5 2.5 2.5 0 0 1 6 3z',
  thumbUp: 'M7 10v10H4V10zM7 11l4-8a2.5 2.5 0 0 1 2.5 2.5V9h4.9a2 2 0 0 1 2 2.4l-1.4 7a2 2 0 0 1-2 1.6H7',
  thumbDown: 'M7 14V4H4v10zM7 13l4 8a2.5 2.5 0 0 0 2.5-2.5V15h4.9a2 2 0 0 0 2-2.4l-1.4-7a2 2 0 0 0-2-1.6H7',
} as const
