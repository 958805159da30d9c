// VitePress's own theme without its fonts, and what the landing page and the figures need.
import theme from 'vitepress/theme-without-fonts';
import './style.css';

export default theme;
