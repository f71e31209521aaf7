import type { Theme } from 'vitepress';
// Without its fonts: those of the system are there at once.
import DefaultTheme from 'vitepress/theme-without-fonts';
import './style.css';
import TryRequest from './try-request.vue';

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('TryRequest', TryRequest);
  },
} satisfies Theme;
