import "@fontsource/source-sans-pro/latin-300.css";
import "@fontsource/source-sans-pro/latin-400.css";
import "@fontsource/source-sans-pro/latin-600.css";
import "@fontsource/source-sans-pro/latin-700.css";
import "@fontsource/source-serif-pro/latin-400.css";
import "@fontsource/source-serif-pro/latin-400-italic.css";
import "@fontsource/source-serif-pro/latin-700.css";
import "./app.css";

import { mount } from "svelte";
import App from "./App.svelte";

const target = document.getElementById("page");
if (target) mount(App, { target });
