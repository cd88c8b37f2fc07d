<?php
/**
 * Plugin Name:       Doorplate Address Lookup
 * Description:       Suggests Australian, New Zealand and UK addresses in the checkout of WooCommerce, from your own Doorplate service.
 * Version:           0.2.0
 * Requires at least: 6.1
 * Requires PHP:      7.4
 * License:           MIT
 * Text Domain:       doorplate-address-lookup
 *
 * @package Doorplate
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;

require_once __DIR__ . '/settings.php';

// WooCommerce has address providers since 10.2. Without them the filter is never applied and the class never loaded.
add_filter(
	'woocommerce_address_providers',
	static function ( $providers ) {
		if ( is_array( $providers ) && class_exists( 'WC_Address_Provider' ) && doorplate_countries() !== array() ) {
			require_once __DIR__ . '/class-doorplate-address-provider.php';
			$providers[] = new Doorplate_Address_Provider();
		}
		return $providers;
	}
);

// After the scripts of WooCommerce (10), which registers this handle only while its address autocomplete is on.
add_action(
	'wp_enqueue_scripts',
	static function () {
		$countries = doorplate_countries();
		if ( $countries === array() || ! wp_script_is( 'wc-address-autocomplete-common', 'registered' ) ) {
			return;
		}
		$script = 'doorplate-address-provider';
		wp_enqueue_script(
			$script,
			plugins_url( 'provider.js', __FILE__ ),
			array( 'wc-address-autocomplete-common' ),
			'0.2.0',
			true
		);
		$settings = array(
			'url'    => doorplate_settings()['url'],
			'tokens' => $countries,
		);
		wp_add_inline_script( $script, 'window.doorplateAddressProvider = ' . wp_json_encode( $settings ), 'before' );
	},
	20
);
