<?php
/**
 * The settings: where the service is, and a domain token for each country that the shop sells to.
 *
 * @package Doorplate
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;

const DOORPLATE_OPTION    = 'doorplate_address_lookup';
const DOORPLATE_PAGE      = 'doorplate-address-lookup';
const DOORPLATE_COUNTRIES = array(
	'AU' => 'Australia',
	'NZ' => 'New Zealand',
	'GB' => 'United Kingdom',
);
const DOORPLATE_TOKEN     = '/^dtoken_[A-Za-z0-9_-]{1,200}$/';

/** The saved settings: `url`, and a token by country code, empty where there is none. */
function doorplate_settings(): array {
	$saved = get_option( DOORPLATE_OPTION, array() );
	return wp_parse_args( is_array( $saved ) ? $saved : array(), array_fill_keys( array( 'url', 'AU', 'NZ', 'GB' ), '' ) );
}

/** The tokens of the countries that can be searched. */
function doorplate_countries(): array {
	$settings = doorplate_settings();
	return $settings['url'] === '' ? array() : array_filter( array_intersect_key( $settings, DOORPLATE_COUNTRIES ) );
}

add_action(
	'admin_menu',
	static function () {
		add_options_page( 'Doorplate Address Lookup', 'Address lookup', 'manage_options', DOORPLATE_PAGE, 'doorplate_show_page' );
	}
);

add_filter(
	'plugin_action_links_doorplate-address-lookup/doorplate-address-lookup.php',
	static function ( $links ) {
		$url = admin_url( 'options-general.php?page=' . DOORPLATE_PAGE );
		return array_merge( array( '<a href="' . esc_url( $url ) . '">Settings</a>' ), $links );
	}
);

add_action(
	'admin_init',
	static function () {
		$options = array( 'sanitize_callback' => 'doorplate_checked_settings' );
		register_setting( DOORPLATE_PAGE, DOORPLATE_OPTION, $options );
		add_settings_section( 'service', '', 'doorplate_show_help', DOORPLATE_PAGE );
		doorplate_add_field( 'url', 'Service URL', 'https://addresses.example.com' );
		foreach ( DOORPLATE_COUNTRIES as $code => $name ) {
			doorplate_add_field( $code, "Domain token, $name", 'dtoken_…' );
		}
	}
);

function doorplate_add_field( string $name, string $label, string $example ): void {
	$id   = "doorplate-$name";
	$show = static function () use ( $name, $id, $example ) {
		printf(
			'<input class="regular-text code" id="%s" name="%s[%s]" value="%s" placeholder="%s" autocomplete="off" spellcheck="false">',
			esc_attr( $id ),
			esc_attr( DOORPLATE_OPTION ),
			esc_attr( $name ),
			esc_attr( doorplate_settings()[ $name ] ),
			esc_attr( $example )
		);
	};
	add_settings_field( $name, $label, $show, DOORPLATE_PAGE, 'service', array( 'label_for' => $id ) );
}

function doorplate_show_help(): void {
	$domain = (string) wp_parse_url( home_url(), PHP_URL_HOST );
	printf(
		'<p>In the console of Doorplate, create a domain token for <code>%s</code> for each country that you sell to, and paste it here. Leave a country empty to have no suggestions there.</p>',
		esc_html( $domain )
	);
	if ( ! class_exists( 'WC_Address_Provider' ) ) {
		echo '<p><strong>This site has no WooCommerce 10.2 or newer, which the plugin needs.</strong></p>';
	} elseif ( get_option( 'woocommerce_address_autocomplete_enabled' ) !== 'yes' ) {
		echo '<p><strong>Address autocomplete is off.</strong> Turn it on under WooCommerce, Settings, General.</p>';
	}
}

function doorplate_show_page(): void {
	echo '<div class="wrap"><h1>Doorplate Address Lookup</h1><form method="post" action="options.php">';
	settings_fields( DOORPLATE_PAGE );
	do_settings_sections( DOORPLATE_PAGE );
	submit_button( 'Save settings' );
	echo '</form></div>';
}

/** What may be saved. A field that is wrong keeps its saved value, and a sentence says what is wrong. */
function doorplate_checked_settings( $given ): array {
	$saved = doorplate_settings();
	$texts = array();
	foreach ( $saved as $name => $before ) {
		$text           = is_array( $given ) && isset( $given[ $name ] ) && is_string( $given[ $name ] ) ? trim( $given[ $name ] ) : '';
		$fault          = $text === '' ? '' : ( $name === 'url' ? doorplate_url_fault( $text ) : doorplate_token_fault( $name, $text ) );
		$texts[ $name ] = $fault === '' ? rtrim( $text, '/' ) : $before;
		if ( $fault !== '' ) {
			add_settings_error( DOORPLATE_OPTION, "$name-fault", $fault );
		}
	}
	foreach ( DOORPLATE_COUNTRIES as $code => $name ) {
		$fault = $texts['url'] === '' || $texts[ $code ] === '' ? '' : doorplate_service_fault( $texts['url'], $texts[ $code ] );
		if ( $fault !== '' ) {
			add_settings_error( DOORPLATE_OPTION, "$code-service", "$name: $fault", 'warning' );
		}
	}
	return $texts;
}

function doorplate_url_fault( string $text ): string {
	$parts = wp_parse_url( $text );
	$is_ok = is_array( $parts ) && in_array( $parts['scheme'] ?? '', array( 'http', 'https' ), true )
		&& ( $parts['host'] ?? '' ) !== '' && ! isset( $parts['user'] ) && ! isset( $parts['query'] ) && ! isset( $parts['fragment'] );
	return $is_ok ? '' : 'The service URL must look like https://addresses.example.com.';
}

/** Visitors can read what stands here, so an API key is refused and not shown. */
function doorplate_token_fault( string $country, string $text ): string {
	return preg_match( DOORPLATE_TOKEN, $text ) === 1
		? ''
		: DOORPLATE_COUNTRIES[ $country ] . ': a domain token begins with dtoken_. Do not paste an API key: visitors could read it.';
}

/** Asks as the shop's pages will. The settings are saved all the same, because the service may be down for a moment. */
function doorplate_service_fault( string $url, string $token ): string {
	$origin = wp_parse_url( home_url(), PHP_URL_SCHEME ) . '://' . wp_parse_url( home_url(), PHP_URL_HOST );
	$answer = wp_remote_get(
		"$url/autocomplete/1?api-key=" . rawurlencode( $token ),
		array(
			'timeout' => 8,
			'headers' => array( 'Origin' => $origin ),
		)
	);
	if ( is_wp_error( $answer ) ) {
		return 'saved, but the service did not answer: ' . $answer->get_error_message();
	}
	$status = wp_remote_retrieve_response_code( $answer );
	if ( $status === 200 ) {
		return '';
	}
	$problem = json_decode( wp_remote_retrieve_body( $answer ), true );
	return "saved, but the service refused this token ($status): " . ( is_array( $problem ) ? (string) ( $problem['detail'] ?? '' ) : '' );
}
